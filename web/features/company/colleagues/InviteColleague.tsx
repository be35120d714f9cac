import { useTranslation } from 'react-i18next'
import { inviteManagers } from '#contract/colleagues.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { AccessFields, type AccessValues, accessBody, accessValues, lacksGroups } from './AccessFields.tsx'

interface InviteColleagueProps {
  clientId: string
  onDone: () => void
}

export function InviteColleague({ clientId, onDone }: InviteColleagueProps) {
  const { t } = useTranslation()
  const inviting = useAction(inviteManagers, {
    done: t('colleagues:invite.done'),
    failed: t('colleagues:invite.failed'),
    inline: true,
  })
  const form = useForm<{ name: string; email: string; access: AccessValues }>({
    start: { name: '', email: '', access: accessValues({ access: 'reader', groups: null }) },
    names: { groups: 'access' },
    schemas: inviteManagers.body.shape,
    check: (values) => ({
      name: values.name.trim() === '' ? t('colleagues:problem.name') : undefined,
      email: inviteManagers.body.shape.email.safeParse(values.email).success
        ? undefined
        : t('colleagues:problem.email'),
      access: lacksGroups(values.access) ? t('colleagues:problem.groups') : undefined,
    }),
    sending: inviting,
    send: ({ name, email, access }) =>
      inviting.mutate(
        {
          params: { clientId },
          body: { name: name.trim(), email: email.trim(), ...accessBody(access) },
        },
        { onSuccess: onDone },
      ),
  })
  return (
    <PanelForm form={form} submit={t('colleagues:invite.submit')} onCancel={onDone}>
      <TextField label={t('colleagues:field.name')} {...form.input('name')} autoComplete="off" />
      <TextField label={t('colleagues:field.email')} {...form.input('email')} autoComplete="off" />
      <AccessFields clientId={clientId} {...form.control('access')} />
    </PanelForm>
  )
}
