import { useTranslation } from 'react-i18next'
import { brandFields } from '#contract/brand.ts'
import { nearestColor } from '#contract/brandColor.ts'
import type { InputBinding } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './brand.module.css'

/** A colour, typed or picked. One that can't be seen in a mode is refused with the nearest one that can. */
export function ColorField({
  problem,
  onPick,
  ...input
}: InputBinding & { problem: string | undefined; onPick: (color: string) => void }) {
  const { t } = useTranslation()
  const parsed = brandFields.shape.color.safeParse(input.value)
  const color = parsed.success ? parsed.data : ''
  const nearest = color === '' ? '' : nearestColor(color)
  return (
    <div className="stack one-column gap-8">
      <div className={`flex gap-12 align-start ${classes.color}`}>
        <TextField
          {...input}
          // As soon as the colour is whole: the page shows nothing with it meanwhile.
          error={color === '' ? input.error : problem}
          className="grow"
          label={t('brand:color.label')}
          help={t('brand:color.help')}
          placeholder="#0a7d55"
          spellCheck={false}
          autoComplete="off"
        />
        <input
          type="color"
          className={`pointer rounded ${classes.swatch}`}
          aria-label={t('brand:color.pick')}
          value={color === '' ? '#4f46e5' : color}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
      </div>
      {nearest === color ? null : (
        <div>
          <Button
            size="sm"
            icon={
              <span className={`rounded-sm ${classes.dot}`} style={{ background: nearest }} aria-hidden />
            }
            onClick={() => onPick(nearest)}
          >
            {t('brand:color.use', { color: nearest })}
          </Button>
        </div>
      )}
    </div>
  )
}
