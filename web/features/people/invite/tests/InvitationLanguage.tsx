import { useTranslation } from 'react-i18next'
import type { Locale } from '#contract/fields.ts'
import { Segmented } from '../../../../ui/form/Segmented.tsx'
import classes from '../wizard.module.css'

interface InvitationLanguageProps {
  value: Locale
  onChange: (locale: Locale) => void
  help?: string
  /** Left out: of an invitation. */
  label?: string
}

/** The language in which a participant is written to and asked. */
export function InvitationLanguage({ value, onChange, help, ...named }: InvitationLanguageProps) {
  const { t } = useTranslation()
  const label = named.label ?? t('invite:what.language')
  return (
    <div className="stack content-start min-0 gap-6">
      <span className="medium">{label}</span>
      <Segmented
        label={label}
        className={classes.start ?? ''}
        value={value}
        onChange={(chosen) => onChange(chosen === 'en' ? 'en' : 'tr')}
        data={[
          { value: 'tr', label: 'Türkçe' },
          { value: 'en', label: 'English' },
        ]}
      />
      {help ? <p className="meta">{help}</p> : null}
    </div>
  )
}
