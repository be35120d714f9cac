import { IconArrowRight, IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { CopyButton } from '../../ui/button/CopyButton.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Line, Part } from './Part.tsx'

const looks = ['default', 'solid', 'twoTone', 'plain'] as const
const sizes = ['lg', 'md', 'sm', 'xs'] as const

export function Buttons() {
  const { t } = useTranslation()
  const words = t('gallery:button')
  return (
    <Part name="buttons">
      {looks.map((look) => (
        <Line key={look} name={look}>
          {sizes.map((size) => (
            <Button key={size} variant={look} size={size}>
              {words} {size}
            </Button>
          ))}
          <Button variant={look} icon={<IconPlus aria-hidden />}>
            {words}
          </Button>
          <Button variant={look} iconEnd={<IconArrowRight aria-hidden />}>
            {words}
          </Button>
          <Button variant={look} disabled>
            {t('gallery:disabled')}
          </Button>
          <Button variant={look} loading>
            {words}
          </Button>
          <Button variant={look} danger icon={<IconTrash aria-hidden />}>
            {t('gallery:remove')}
          </Button>
        </Line>
      ))}
      <Line name="icon">
        {looks.map((look) =>
          sizes.map((size) => (
            <IconButton
              key={`${look}-${size}`}
              label={`${t('gallery:more')} ${look} ${size}`}
              variant={look}
              size={size}
            >
              <IconDots aria-hidden />
            </IconButton>
          )),
        )}
      </Line>
      <Line name="copy">
        <CopyButton value="https://terazi.test" label={t('gallery:copyLink')} />
      </Line>
      <Line name="block">
        <Button block variant="solid">
          {words}
        </Button>
      </Line>
    </Part>
  )
}
