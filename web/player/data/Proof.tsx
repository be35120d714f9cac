import { useState } from 'react'
import { type CallFailure, request } from '../api.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { useSending } from '../register/useSending.ts'
import { t } from '../words.ts'
import { CodeField } from './CodeField.tsx'
import { calls, failureWords } from './calls.ts'
import styles from './data.module.css'

interface ProofProps {
  token: string
  /** The refusal that asks for it: it says whether there is an address to mail a code to. */
  needed: CallFailure
  onProved: () => void
}

/** Shows that this is the person themselves: a link or a slip may be in other hands. */
export function Proof({ token, needed, onProved }: ProofProps) {
  const [contact, setContact] = useState<string>()
  const asking = useSending<{ contact: string }>((answer) => setContact(answer.contact))
  const ask = () => void asking.send(() => request(calls.ask, { token, body: {} }))
  if (needed.problem.provedContact === false)
    return (
      <section className={cx('above-16', controls.card)}>
        <h2 className={controls.heading}>{t('my-data:proof')}</h2>
        <p>{t('my-data:noCode')}</p>
      </section>
    )
  return (
    <section className={cx('above-16', controls.card)}>
      <h2 className={controls.heading}>{t('my-data:proof')}</h2>
      <p className="muted">{t('my-data:proofText')}</p>
      {asking.failure && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(asking.failure)}
        </p>
      )}
      {contact === undefined ? (
        <div className={`stack gap-12 ${styles.buttons}`}>
          <Button aria-busy={asking.sending} aria-disabled={asking.sending} onClick={ask}>
            {t('my-data:sendCode')}
          </Button>
        </div>
      ) : (
        <CodeField
          contact={contact}
          enter={(code) => request(calls.confirm, { token, body: { code } })}
          onDone={onProved}
          onAgain={ask}
        />
      )}
    </section>
  )
}
