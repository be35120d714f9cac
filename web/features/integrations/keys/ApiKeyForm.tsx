import { useTranslation } from 'react-i18next'
import { type Scope, scopes } from '#contract/access.ts'
import { createApiKey, maxNetworks } from '#contract/api-keys.ts'
import { formatNumber } from '#contract/format.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ChoiceFields } from '../ChoiceFields.tsx'

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
    names: Object.fromEntries(
      Array.from({ length: maxNetworks }, (_, at) => [`networks.${at}`, 'networks'] as const),
    ),
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
      <ChoiceFields
        {...form.control('scopes')}
        label={t('apiKeys:field.scopes')}
        choices={scopes}
        words={(scope) => ({
          label: t(`apiKeys:scope.${scope.replace(':', '_')}`),
          description: t(`apiKeys:scopeHelp.${scope.replace(':', '_')}`),
        })}
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
        optional
        {...form.input('networks')}
      />
    </PanelForm>
  )
}
