import { useTranslation } from 'react-i18next'
import { type Colleague, changeColleague } from '#contract/colleagues.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { AccessFields, type AccessValues, accessBody, accessValues, lacksGroups } from './AccessFields.tsx'

interface ChangeAccessProps {
  clientId: string
  colleague: Colleague
  onDone: () => void
}

/** Changes what a colleague may do. */
export function ChangeAccess({ clientId, colleague, onDone }: ChangeAccessProps) {
  const { t } = useTranslation()
  const { membershipId, name } = colleague
  const saving = useAction(changeColleague, {
    done: t('colleagues:change.done'),
    failed: t('colleagues:change.failed'),
    inline: true,
  })
  const form = useForm<{ access: AccessValues }>({
    start: { access: accessValues(colleague) },
    names: { groups: 'access' },
    check: ({ access }) => ({ access: lacksGroups(access) ? t('colleagues:problem.groups') : undefined }),
    sending: saving,
    send: ({ access }) =>
      saving.mutate({ params: { clientId, membershipId }, body: accessBody(access) }, { onSuccess: onDone }),
  })
  return (
    <PanelForm form={form} submit={t('colleagues:change.submit')} onCancel={onDone}>
      <p dir="auto">
        <b className="medium">{name}</b>
      </p>
      <AccessFields clientId={clientId} {...form.control('access')} />
    </PanelForm>
  )
}
