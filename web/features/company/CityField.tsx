import { useTranslation } from 'react-i18next'
import { provinces } from '#contract/provinces.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { homeCountry } from './draft.ts'
import { FormField } from './FormField.tsx'
import type { CompanyFormState } from './useCompanyForm.ts'

/** A province of Turkey from the list; elsewhere a city as it is written. */
export function CityField({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  const field = 'billing.city'
  const city = form.draft.values[field]
  const label = t('company:field.city')
  if (form.draft.values['billing.country'].trim() !== homeCountry)
    return <FormField form={form} field={field} label={label} autoComplete="address-level1" maxLength={60} />
  const known = city === '' || provinces.some((province) => province === city)
  return (
    <SelectField
      label={label}
      name={field}
      searchable
      // What came in over the API may be written otherwise; it is not lost here.
      data={known ? [...provinces] : [city, ...provinces]}
      value={city === '' ? null : city}
      error={form.error(field)}
      placeholder={t('company:help.city')}
      nothingFoundMessage={t('company:help.noCity')}
      onChange={(value) => form.set(field, value ?? '')}
    />
  )
}
