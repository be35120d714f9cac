import { useTranslation } from 'react-i18next'
import {
  changeIdentityProvider,
  createIdentityProvider,
  type IdentityProvider,
} from '#contract/identity-providers.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'

interface Values {
  issuer: string
  clientId: string
  clientSecret: string
  domains: string
  only: boolean
}

const domainsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

const bodyOf = ({ issuer, clientId, domains, only }: Values) => ({
  issuer: issuer.trim(),
  clientId: clientId.trim(),
  domains: domainsIn(domains),
  only,
})

interface ProviderFormProps {
  start: Values
  /** The address to register at the provider. */
  callbackUrl: string
  /** True for one that has a secret already. */
  kept: boolean
  submit: string
  sending:
    | ReturnType<typeof useAction<typeof createIdentityProvider>>
    | ReturnType<typeof useAction<typeof changeIdentityProvider>>
  send: (values: Values) => void
  onDone: () => void
}

function ProviderForm({ start, callbackUrl, kept, submit, sending, send, onDone }: ProviderFormProps) {
  const { t } = useTranslation()
  /** The secret that is there is for the issuer and client id that are there. */
  const keepsSecret = ({ issuer, clientId }: Values) =>
    kept && issuer.trim() === start.issuer && clientId.trim() === start.clientId
  const form = useForm<Values>({
    start,
    check: (values) => ({
      issuer: values.issuer.trim() === '' ? t('single-sign-on:problem.issuer') : undefined,
      clientId: values.clientId.trim() === '' ? t('single-sign-on:problem.clientId') : undefined,
      clientSecret:
        values.clientSecret === '' && !keepsSecret(values)
          ? t('single-sign-on:problem.clientSecret')
          : undefined,
      domains: domainsIn(values.domains).length === 0 ? t('single-sign-on:problem.domains') : undefined,
    }),
    sending,
    send,
  })
  return (
    <PanelForm form={form} submit={submit} onCancel={onDone}>
      {kept ? <p className="muted">{t('single-sign-on:edit.other')}</p> : null}
      <CallbackAddress url={callbackUrl} />
      <TextField
        {...form.input('issuer')}
        label={t('single-sign-on:field.issuer')}
        help={t('single-sign-on:field.issuerHelp')}
        placeholder="https://login.microsoftonline.com/…/v2.0"
        autoComplete="off"
      />
      <TextField {...form.input('clientId')} label={t('single-sign-on:field.clientId')} autoComplete="off" />
      <PasswordField
        {...form.input('clientSecret')}
        label={t('single-sign-on:field.clientSecret')}
        help={t(
          keepsSecret(form.values)
            ? 'single-sign-on:field.clientSecretKept'
            : 'single-sign-on:field.clientSecretHelp',
        )}
        secret
        autoComplete="off"
      />
      <TextareaField
        {...form.input('domains')}
        label={t('single-sign-on:field.domains')}
        help={t('single-sign-on:field.domainsHelp')}
      />
      <CheckboxField
        label={t('single-sign-on:field.only')}
        description={t('single-sign-on:field.onlyHelp')}
        checked={form.values.only}
        onChange={({ currentTarget: { checked } }) => form.set('only', checked)}
      />
    </PanelForm>
  )
}

const empty: Values = { issuer: '', clientId: '', clientSecret: '', domains: '', only: false }

interface NewProviderProps {
  clientId: string
  callbackUrl: string
  onDone: () => void
}

/** Adds a provider. */
export function NewProvider({ clientId, callbackUrl, onDone }: NewProviderProps) {
  const { t } = useTranslation()
  const adding = useAction(createIdentityProvider, {
    done: t('single-sign-on:add.done'),
    failed: t('single-sign-on:add.failed'),
    inline: true,
  })
  return (
    <ProviderForm
      start={empty}
      callbackUrl={callbackUrl}
      kept={false}
      submit={t('single-sign-on:add.action')}
      sending={adding}
      send={(values) =>
        adding.mutate(
          { params: { clientId }, body: { ...bodyOf(values), clientSecret: values.clientSecret } },
          { onSuccess: onDone },
        )
      }
      onDone={onDone}
    />
  )
}

interface ChangeProviderProps {
  clientId: string
  provider: IdentityProvider
  onDone: () => void
}

export function ChangeProvider({ clientId, provider, onDone }: ChangeProviderProps) {
  const { t } = useTranslation()
  const saving = useAction(changeIdentityProvider, { done: t('single-sign-on:edit.done'), inline: true })
  const { issuer, clientId: registeredAs, domains, only } = provider
  return (
    <ProviderForm
      start={{
        issuer,
        clientId: registeredAs,
        clientSecret: '',
        domains: domains.map(({ domain }) => domain).join('\n'),
        only,
      }}
      callbackUrl={provider.callbackUrl}
      kept
      submit={t('single-sign-on:edit.submit')}
      sending={saving}
      send={(values) =>
        saving.mutate(
          {
            params: { clientId, providerId: provider.id },
            body: { ...bodyOf(values), ...(values.clientSecret && { clientSecret: values.clientSecret }) },
          },
          { onSuccess: onDone },
        )
      }
      onDone={onDone}
    />
  )
}
