import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideRequest, needsIdentity, type PersonRequest } from '#contract/requests.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { NameDialog } from '../../memberships/ErasePart.tsx'
import classes from './requests.module.css'

/** Accepting or refusing, with the words that the person gets. */
export function Decision({
  request,
  onDone,
}: {
  request: PersonRequest
  onDone: (answer: PersonRequest) => void
}) {
  const { t } = useTranslation()
  const { id, kind, person, identity } = request
  const [asking, setAsking] = useState(false)
  const deciding = useAction(decideRequest, {
    done: t('requests:dialog.saved'),
    failed: t('requests:dialog.failed'),
    inline: true,
    after: onDone,
  })
  const params = { requestId: id }
  const form = useForm<{ reason: string }>({
    start: { reason: '' },
    schemas: decideRequest.body.shape,
    check: ({ reason }) => ({
      reason: reason.trim().length < 3 ? t('requests:dialog.tooShort') : undefined,
    }),
    sending: deciding,
    send: ({ reason }) => deciding.mutate({ params, body: { decision: 'refused', reason: reason.trim() } }),
  })
  const accept = () =>
    deciding.mutate(
      { params, body: { decision: 'accepted', reason: form.values.reason.trim() } },
      { onError: () => setAsking(false) },
    )
  const pending = deciding.isPending ? deciding.variables.body.decision : undefined
  const erases = kind === 'erasure'
  const unchecked = identity === null && needsIdentity(kind)
  return (
    <>
      <Form form={form} className={classes.panel}>
        <Failure of={form} />
        {erases && <p>{t('requests:dialog.erases')}</p>}
        {kind === 'withdrawal' && <p>{t('requests:dialog.withdraws')}</p>}
        <TextareaField
          label={t('requests:dialog.reason')}
          help={`${t('requests:dialog.answerGoes')} ${t('requests:dialog.reasonHelp')}`}
          {...form.input('reason')}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={pending === 'refused'}>
            {t('requests:dialog.refuse')}
          </Button>
          <Button
            variant="solid"
            danger={erases}
            disabled={unchecked}
            loading={pending === 'accepted'}
            onClick={() => form.submit(erases ? () => setAsking(true) : accept)}
          >
            {t(erases ? 'requests:dialog.acceptErasure' : 'requests:dialog.accept')}
          </Button>
        </div>
      </Form>
      {asking && (
        <NameDialog
          name={person.name || person.email}
          erasing={{ isPending: deciding.isPending, error: null, problem: null }}
          onConfirm={accept}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
