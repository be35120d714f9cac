import { useTranslation } from 'react-i18next'
import { type Scope, scopes } from '#contract/access.ts'
import { createApiKey } from '#contract/api-keys.ts'
import { formatNumber } from '#contract/format.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'

/** A new key, which is shown only now. */
export interface MadeKey {
  name: string
  key: string
}

interface Fields {
  name: string
  scopes: Scope[]
  days: string
  networks: string
}

const spans = [30, 90, 365]

const linesOf = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

interface ApiKeyFormProps {
  clientId: string
  onMade: (made: MadeKey) => void
  onClose: () => void
}

/** The form that asks for the name, the rights, the last day and the networks of a new key. */
export function ApiKeyForm({ clientId, onMade, onClose }: ApiKeyFormProps) {
  const { t, i18n } = useTranslation()
  const making = useAction(createApiKey, { failed: t('apiKeys:new.failed'), inline: true })
  const form = useForm<Fields>({
    start: { name: '', scopes: [], days: '90', networks: '' },
    schemas: { name: createApiKey.body.shape.name },
    check: ({ name, scopes: chosen }) => ({
      name: name.trim().length < 2 ? t('apiKeys:problem.name') : undefined,
      scopes: chosen.length === 0 ? t('apiKeys:problem.scopes') : undefined,
    }),
    sending: making,
    send: ({ name, scopes: chosen, days, networks }) =>
      making.mutate(
        {
          params: { clientId },
          body: { name, scopes: chosen, days: Number(days), networks: linesOf(networks) },
        },
        { onSuccess: ({ key }) => onMade({ name, key }) },
      ),
  })
  const { values, set } = form
  return (
    <PanelForm form={form} submit={t('apiKeys:new.submit')} onCancel={onClose}>
      <TextField
        label={t('apiKeys:field.name')}
        help={t('apiKeys:field.nameHelp')}
        autoComplete="off"
        data-autofocus
        {...form.input('name')}
      />
      <ScopesField
        value={values.scopes}
        error={form.control('scopes').error}
        onChange={(chosen) => set('scopes', chosen)}
      />
      <SelectField
        label={t('apiKeys:field.days')}
        data={spans.map((days) => ({
          value: String(days),
          label: t('apiKeys:days', { count: days, number: formatNumber(days, i18n.language) }),
        }))}
        value={values.days}
        onChange={(days) => set('days', days ?? values.days)}
      />
      <TextareaField
        label={t('apiKeys:field.networks')}
        help={t('apiKeys:field.networksHelp')}
        rows={3}
        dir="ltr"
        {...form.input('networks')}
      />
    </PanelForm>
  )
}

/** The rights of a key, each with what it allows. */
function ScopesField({
  value,
  error,
  onChange,
}: {
  value: readonly Scope[]
  error: unknown
  onChange: (chosen: Scope[]) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="stack one-column gap-4">
      <legend className="text-14 medium">{t('apiKeys:field.scopes')}</legend>
      {scopes.map((scope) => (
        <CheckboxField
          key={scope}
          label={t(`apiKeys:scope.${scope.replace(':', '_')}`)}
          description={t(`apiKeys:scopeHelp.${scope.replace(':', '_')}`)}
          checked={value.includes(scope)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(scopes.filter((one) => (one === scope ? checked : value.includes(one))))
          }
        />
      ))}
      {typeof error === 'string' ? <FieldError>{error}</FieldError> : null}
    </fieldset>
  )
}
