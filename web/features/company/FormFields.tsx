import { useTranslation } from 'react-i18next'
import { provinces } from '#contract/provinces.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { type Field, homeCountry } from './draft.ts'
import type { CompanyFormState } from './useCompanyForm.ts'

interface Look {
  label: string
  help?: string
  autoComplete: string
  inputMode?: 'numeric'
}

/** The look of each field; its kind and limits are those of the calls. */
export const looks: Record<Field, Look> = {
  name: { label: 'company:field.name', help: 'company:help.name', autoComplete: 'organization' },
  email: { label: 'company:field.email', autoComplete: 'email' },
  phone: { label: 'company:field.phone', autoComplete: 'tel' },
  'billing.title': { label: 'company:field.title', help: 'company:help.title', autoComplete: 'off' },
  'billing.taxOffice': { label: 'company:field.taxOffice', autoComplete: 'off' },
  'billing.taxNumber': {
    label: 'company:field.taxNumber',
    help: 'company:help.taxNumber',
    autoComplete: 'off',
    inputMode: 'numeric',
  },
  'billing.name': { label: 'company:field.personName', autoComplete: 'given-name' },
  'billing.surname': { label: 'company:field.surname', autoComplete: 'family-name' },
  'billing.identityNumber': {
    label: 'company:field.identityNumber',
    help: 'company:help.identityNumber',
    autoComplete: 'off',
    inputMode: 'numeric',
  },
  'billing.address': {
    label: 'company:field.address',
    help: 'company:help.address',
    autoComplete: 'street-address',
  },
  'billing.city': { label: 'company:field.city', autoComplete: 'address-level1' },
  'billing.district': { label: 'company:field.district', autoComplete: 'address-level2' },
  'billing.country': { label: 'company:field.country', autoComplete: 'country-name' },
  'billing.email': {
    label: 'company:field.billingEmail',
    help: 'company:help.billingEmail',
    autoComplete: 'off',
  },
  'billing.phone': { label: 'company:field.billingPhone', autoComplete: 'off' },
}

interface FormFieldsProps {
  form: CompanyFormState
  /** One below the other; two of a list side by side. */
  rows: readonly (Field | readonly Field[])[]
}

export function FormFields({ form, rows }: FormFieldsProps) {
  return rows.map((row) =>
    typeof row === 'string' ? (
      <FormField key={row} form={form} field={row} />
    ) : (
      <div key={row[0]} className="stack two-columns gap-20">
        {row.map((field) => (
          <FormField key={field} form={form} field={field} />
        ))}
      </div>
    ),
  )
}

function FormField({ form, field }: { form: CompanyFormState; field: Field }) {
  const { t } = useTranslation()
  const { label, help, ...look } = looks[field]
  const { values } = form.draft
  if (field === 'billing.city' && values['billing.country'].trim() === homeCountry)
    return <ProvinceField form={form} />
  return (
    <TextField
      {...form.input(field)}
      {...look}
      optional={false}
      label={t(label)}
      help={help === undefined ? undefined : t(help)}
    />
  )
}

/** A province of Turkey from the list. */
function ProvinceField({ form }: { form: CompanyFormState }) {
  const { t } = useTranslation()
  const field = 'billing.city'
  const city = form.draft.values[field]
  const known = city === '' || provinces.some((province) => province === city)
  return (
    <SelectField
      label={t(looks[field].label)}
      required
      name={field}
      searchable
      // A city that came in over the API may be spelled otherwise; the list keeps it.
      data={known ? [...provinces] : [city, ...provinces]}
      value={city === '' ? null : city}
      error={form.error(field)}
      placeholder={t('company:help.city')}
      nothingFoundMessage={t('company:help.noCity')}
      onChange={(value) => form.set(field, value ?? '')}
    />
  )
}
