import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { checkIdentity, decideRequest, type PersonRequest } from '#contract/requests.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import classes from './requests.module.css'
import { RequestState } from './useRequestColumns.tsx'

/** One request: what is asked, who asks, and the answer. */
export function RequestPanel({
  request,
  onClose,
}: {
  request: PersonRequest | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <SidePanel
      opened={request !== undefined}
      title={request ? t(`requests:kind.${request.kind}`) : ''}
      onClose={onClose}
      held={request?.decision === null}
    >
      {request && <Request key={request.id} request={request} onClose={onClose} />}
    </SidePanel>
  )
}

function Request({ request, onClose }: { request: PersonRequest; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { person, client, message, test, decision, reason, dueAt } = request
  return (
    <div className={classes.panel}>
      <div>
        <h3 dir="auto">{person.name}</h3>
        <span className="meta">{[client.name, person.email].filter(Boolean).join(' · ')}</span>
      </div>
      <RequestState of={request} />
      <p className="muted">{t('requests:dialog.due', { due: formatDateTime(dueAt, i18n.language) })}</p>
      {test && <p>{t('requests:dialog.test', { test: test.name })}</p>}
      <section>
        <h4>{t('requests:dialog.message')}</h4>
        <p dir="auto" className={classes.message}>
          {message || t('requests:dialog.noMessage')}
        </p>
      </section>
      <Identity request={request} />
      {decision === null ? (
        <Decision request={request} onDone={onClose} />
      ) : (
        reason !== '' && <p dir="auto">{t('requests:dialog.answered', { reason })}</p>
      )}
    </div>
  )
}

/** The lists of requests, of one client and of all. */
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('requests') })
}

function Identity({ request: { id, identity, identityBy, decision } }: { request: PersonRequest }) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const checking = useMutation({
    mutationFn: () => api(checkIdentity, { params: { requestId: id }, body: {} }),
    onSuccess: async () => {
      await refresh()
      toast.success(t('requests:dialog.checked'))
    },
    onError: (error) => toast.error(errorMessage(error)),
  })
  if (identity !== null)
    return <p className="muted">{t(`requests:dialog.identity.${identity}`, { name: identityBy ?? '' })}</p>
  if (decision !== null) return null
  return (
    <Alert type="warning" duration={0} title={t('requests:dialog.identity.none')}>
      <Button size="sm" loading={checking.isPending} onClick={() => checking.mutate()}>
        {t('requests:dialog.identity.check')}
      </Button>
    </Alert>
  )
}

function Decision({ request, onDone }: { request: PersonRequest; onDone: () => void }) {
  const { t } = useTranslation()
  const { id, kind, identity, person } = request
  const refresh = useRefresh()
  const [decision, setDecision] = useState<'accepted' | 'refused'>('accepted')
  const deciding = useMutation({
    mutationFn: (body: { decision: 'accepted' | 'refused'; reason: string }) =>
      api(decideRequest, { params: { requestId: id }, body }),
    onSuccess: async () => {
      toast.success(t('requests:dialog.saved'))
      onDone()
      await refresh()
    },
  })
  const form = useForm<{ reason: string }>({
    start: { reason: '' },
    check: ({ reason }) => ({
      reason: reason.trim().length < 3 ? t('requests:dialog.tooShort') : undefined,
    }),
    sending: deciding,
    send: ({ reason }) => deciding.mutate({ decision, reason: reason.trim() }),
  })
  const erases = kind === 'erasure'
  const needsIdentity = identity === null && (erases || kind === 'access')
  return (
    <Form form={form} className={classes.panel}>
      {form.failure && (
        <Alert type="danger" duration={0} title={t('requests:dialog.failed')}>
          {errorMessage(form.failure)}
        </Alert>
      )}
      {erases && <p>{t('requests:dialog.erases')}</p>}
      <TextareaField
        label={t('requests:dialog.reason')}
        help={person.email === '' ? t('requests:dialog.noMail') : t('requests:dialog.reasonHint')}
        maxLength={2000}
        {...form.input('reason')}
      />
      <div className={classes.actions}>
        <Button
          type="submit"
          loading={deciding.isPending && decision === 'refused'}
          onClick={() => setDecision('refused')}
        >
          {t('requests:dialog.refuse')}
        </Button>
        <Button
          type="submit"
          variant="solid"
          danger={erases}
          disabled={needsIdentity}
          loading={deciding.isPending && decision === 'accepted'}
          onClick={() => setDecision('accepted')}
        >
          {t(erases ? 'requests:dialog.acceptErasure' : 'requests:dialog.accept')}
        </Button>
      </div>
    </Form>
  )
}
