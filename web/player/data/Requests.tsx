import { useId, useState } from 'react'
import { formatDate } from '#contract/format.ts'
import type { AnswerOf, BodyIn } from '#contract/kit.ts'
import type { makeRequest } from '#contract/requests.ts'
import { request } from '../api.ts'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { useCall } from '../pages/useCall.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { useSending } from '../register/useSending.ts'
import { t, useLocale } from '../words.ts'
import { calls, failureWords, type OwnData } from './calls.ts'
import styles from './data.module.css'
import { MessageField } from './MessageField.tsx'

type Asked = BodyIn<typeof makeRequest>
const kinds = ['access', 'rectification', 'objection', 'withdrawal', 'erasure'] as const

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={`stack gap-6 ${styles.field}`}>
      <label htmlFor={id}>{label}</label>
      <select
        className="font-inherit full-width ink surface rounded-lg"
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface FormProps {
  token: string
  /** Empty until the person has shown who they are. */
  clients: OwnData['clients']
  onSent: () => void
}

function Form({ token, clients, onSent }: FormProps) {
  const locale = useLocale()
  const [kind, setKind] = useState<Asked['kind']>('access')
  const [clientId, setClientId] = useState('')
  const [assignmentId, setAssignmentId] = useState('')
  const [message, setMessage] = useState('')
  const [sent, setSent] = useState<AnswerOf<typeof makeRequest>>()
  const { sending, failure, forget, send } = useSending<AnswerOf<typeof makeRequest>>((answer) => {
    setSent(answer)
    setMessage('')
    onSent()
  })
  const askable = clients.filter(({ role }) => role !== 'manager')
  const chosen = askable.find(({ client }) => client.id === clientId) ?? askable[0]
  const submit = () => {
    const about = kind === 'objection' && assignmentId !== '' ? { assignmentId } : {}
    const of = chosen === undefined ? {} : { clientId: chosen.client.id }
    const body: Asked = {
      kind,
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      ...of,
      ...about,
    }
    void send(() => request(calls.makeRequest, { token, body }))
  }
  return (
    <form
      className={entry.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Choice
        label={t('my-data:request.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`my-data:request.kinds.${value}`) }))}
        onChange={(value) => {
          setKind(kinds.find((one) => one === value) ?? 'access')
          setSent(undefined)
          forget()
        }}
      />
      {kind === 'objection' && <p className={controls.small}>{t('my-data:request.objects')}</p>}
      {kind === 'withdrawal' && <p className={controls.small}>{t('my-data:request.withdraws')}</p>}
      {askable.length > 1 && (
        <Choice
          label={t('my-data:request.client')}
          value={chosen?.client.id ?? ''}
          options={askable.map(({ client }) => ({ value: client.id, label: client.name }))}
          onChange={(value) => {
            setClientId(value)
            setAssignmentId('')
          }}
        />
      )}
      {kind === 'objection' && chosen !== undefined && chosen.tests.length > 0 && (
        <Choice
          label={t('my-data:request.test')}
          value={assignmentId}
          options={[
            { value: '', label: t('my-data:request.testAll') },
            ...chosen.tests.map((test) => ({ value: test.id, label: test.inventory.name })),
          ]}
          onChange={setAssignmentId}
        />
      )}
      <MessageField label={t('my-data:request.message')} value={message} onChange={setMessage} />
      {failure && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(failure)}
        </p>
      )}
      <p role="status" className={controls.small}>
        {sent !== undefined &&
          t('my-data:request.sent', { day: formatDate(sent.dueAt, locale, sent.timeZone) })}
      </p>
      <Button look="secondary" type="submit" aria-busy={sending} aria-disabled={sending}>
        {t('my-data:request.send')}
      </Button>
    </form>
  )
}

/**
 * Lists a person's requests to an organisation about their data, with the answers. It needs no code: the desk checks who
 * asks.
 */
export function Requests({ token, clients }: { token: string; clients: OwnData['clients'] }) {
  const locale = useLocale()
  const [loaded, again] = useCall(() => request(calls.requests, { token }), locale)
  return (
    <section className={cx('above-16', controls.card)}>
      <h2 className={controls.heading}>{t('my-data:request.title')}</h2>
      <p className="muted">{t('my-data:request.text')}</p>
      {loaded.is === 'there' && (
        <ul>
          {loaded.value.results.map((one) => (
            <li key={one.id} className={styles.test}>
              <h3>{t(`my-data:request.kinds.${one.kind}`)}</h3>
              <p className={controls.small}>
                {one.decision === null
                  ? t('my-data:request.waits', { day: formatDate(one.dueAt, locale, one.client.timeZone) })
                  : t(`my-data:request.decision.${one.decision}`)}
              </p>
              {one.reason !== '' && <p>{one.reason}</p>}
            </li>
          ))}
        </ul>
      )}
      <Form token={token} clients={clients} onSent={again} />
    </section>
  )
}
