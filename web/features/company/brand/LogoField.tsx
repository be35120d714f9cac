import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Brand, removeLogo, setLogo } from '#contract/brand.ts'
import { api } from '../../../app/api.ts'
import { useSequence } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { fieldClasses } from '../../../ui/form/fieldProps.tsx'
import classes from './brand.module.css'

const field = fieldClasses()

/** A client's logo: saved as soon as it is chosen. */
export function LogoField({ clientId, name, logo }: { clientId: string; name: string; logo: Brand['logo'] }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const params = { clientId }
  const saving = useSequence(
    setLogo,
    async (file: File | null) => {
      const saved = await (file ? api(setLogo, { params, body: file }) : api(removeLogo, { params }))
      queries.setQueryData(['client', clientId, 'brand'], saved)
    },
    { done: t('brand:logo.saved'), inline: true },
  )
  const busy = saving.isPending
  return (
    <div className={field.root}>
      <span className={field.label}>{t('brand:logo.label')}</span>
      <div className="cluster gap-16">
        {logo ? (
          <img
            className={`rounded edged ${classes.logo}`}
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={t('brand:logo.alt', { client: name })}
          />
        ) : null}
        <div className="cluster gap-8">
          <Button size="sm" loading={busy} onClick={() => input.current?.click()}>
            {logo ? t('brand:logo.change') : t('brand:logo.choose')}
          </Button>
          {logo ? (
            <Button size="sm" variant="plain" disabled={busy} onClick={() => saving.mutate(null)}>
              {t('brand:logo.remove')}
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('brand:logo.label')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) saving.mutate(file)
          }}
          // Choosing the same file again must be noticed.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
        />
      </div>
      <span className={field.description}>{t('brand:logo.help')}</span>
      <FieldError>{saving.problem?.text}</FieldError>
    </div>
  )
}
