import { useEffect, useState } from 'react'
import { calls, request } from '../api.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import styles from './pages.module.css'

type Sending = 'not yet' | 'under way' | 'sent' | 'failed'

/** Reminds somebody of the link that confirms their address. A line, no wall: tests are open without it. */
export function Unconfirmed({ token }: { token: string }) {
  const [email, setEmail] = useState('')
  const [sending, setSending] = useState<Sending>('not yet')

  useEffect(() => {
    // The stored session may be older than the confirmation, which mostly happens in another tab.
    request(calls.me, { token }).then(
      (user) => setEmail(user.emailVerified ? '' : user.email),
      () => {
        // A reminder that cannot be checked is none; the list says itself what is wrong.
      },
    )
  }, [token])

  const send = () => {
    if (sending === 'under way') return
    setSending('under way')
    request(calls.verify, { token }).then(
      () => setSending('sent'),
      () => setSending('failed'),
    )
  }

  if (email === '') return null
  return (
    <div className={`row wraps above-8 breakable ${styles.unconfirmed}`}>
      <p className="muted">{t('player:verify.text', { email })}</p>
      <p role="status" className="muted">
        {sending === 'sent'
          ? t('player:verify.sent')
          : sending === 'failed'
            ? t('player:verify.failed')
            : null}
      </p>
      {sending === 'sent' ? null : (
        <Button look="plain" aria-disabled={sending === 'under way'} onClick={send}>
          {t('player:verify.again')}
        </Button>
      )}
    </div>
  )
}
