import { useState } from 'react'
import type { OwnConsent } from '#contract/consents.ts'
import { formatDate } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { makeRequest } from '#contract/requests.ts'
import { request } from '../api.ts'
import { cx } from '../cx.ts'
import { calls, failureWords } from '../data/calls.ts'
import { MessageField } from '../data/MessageField.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { useSending } from '../register/useSending.ts'
import { t, useLocale } from '../words.ts'

interface ObjectingProps {
  consent: OwnConsent
  token: string
  onClose: () => void
}

/** An objection to what rests on no consent, which the organisation has to answer. */
export function Objecting({ consent, token, onClose }: ObjectingProps) {
  const locale = useLocale()
  const [message, setMessage] = useState('')
  const [dueAt, setDueAt] = useState<string>()
  const { sending, failure, send } = useSending<AnswerOf<typeof makeRequest>>((answer) =>
    setDueAt(answer.dueAt),
  )
  const { assignmentId, inventory, client } = consent
  const body = {
    kind: 'objection' as const,
    clientId: client.id,
    assignmentId,
    ...(message.trim() === '' ? {} : { message: message.trim() }),
  }
  if (dueAt !== undefined)
    return (
      <Sheet title={t('consents:object.sent')} onClose={onClose}>
        <p className={controls.lead} role="status">
          {t('consents:object.answer', {
            client: client.name,
            day: formatDate(dueAt, locale, client.timeZone),
          })}
        </p>
        <SheetActions>
          <Button onClick={onClose}>{t('consents:object.close')}</Button>
        </SheetActions>
      </Sheet>
    )
  return (
    <Sheet title={t('consents:object.title', { test: inventory.name })} onClose={onClose}>
      <p className="muted">{t('consents:object.text', { client: client.name })}</p>
      <MessageField label={t('consents:object.message')} value={message} onChange={setMessage} />
      {failure && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(failure)}
        </p>
      )}
      <SheetActions>
        <Button
          aria-busy={sending}
          aria-disabled={sending}
          onClick={() => void send(() => request(calls.makeRequest, { token, body }))}
        >
          {t('consents:object.send')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('consents:ask.keep')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}
