import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../../app/i18n.ts'
import { isLocale, useLocaleSettings } from '../../../app/localeSettings.ts'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import card from '../../../ui/form/CardForm.module.css'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import type { PanelProps } from './panel.ts'
import { useSaveAccount } from './useAccount.ts'
import { foldZone, zones } from './zones.ts'

// Each language is named in itself, so that its speakers can read it.
const languages = [
  { value: 'tr', label: 'Türkçe' },
  { value: 'en', label: 'English' },
]

/** Language and time zone. There is no button: a choice applies immediately. */
export function PreferencesTab({ user }: PanelProps) {
  const { t } = useTranslation()
  const saving = useSaveAccount()
  const current = useLocaleSettings((state) => state.currentLang)
  const offered = useMemo(() => zones(user.timeZone), [user.timeZone])

  const chooseLanguage = async (locale: string | null) => {
    if (!isLocale(locale)) return
    await setLanguage(locale)
    // The toast after it is in the new language, as is everything else.
    saving.mutate({ locale })
  }

  return (
    <Card>
      <CardHeader title={t('account:preferences.title')} />
      <CardBody className={card.form ?? ''}>
        <Failure of={saving} />
        <SelectField
          label={t('account:preferences.language')}
          help={t('account:preferences.languageHelp')}
          data={languages}
          value={current}
          onChange={(value) => void chooseLanguage(value)}
        />
        <SelectField
          label={t('account:preferences.timeZone')}
          help={t('account:preferences.timeZoneHelp')}
          data={offered}
          value={user.timeZone}
          searchable
          limit={60}
          maxDropdownHeight={320}
          nothingFoundMessage={t('account:preferences.noZone')}
          filter={({ options, search, limit }) =>
            options
              .filter((option) => 'label' in option && foldZone(option.label).includes(foldZone(search)))
              .slice(0, limit)
          }
          onChange={(timeZone) => timeZone && saving.mutate({ timeZone })}
        />
      </CardBody>
    </Card>
  )
}
