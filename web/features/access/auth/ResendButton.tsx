import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureWords } from '../../../app/failures.ts'
import { useSequence } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './ResendButton.module.css'

const waitSeconds = 30

interface ResendButtonProps {
  send: () => Promise<void>
  /** A mail has just been sent: it gets its time to arrive. */
  waitFirst?: boolean
}

/** Sends a mail once more, after a wait in which the last one may still arrive. */
export function ResendButton({ send, waitFirst = true }: ResendButtonProps) {
  const { t } = useTranslation()

  const [left, begin] = useCountdown(waitFirst ? waitSeconds : 0)
  const sending = useSequence({ tag: 'Sign-in' }, send, {
    words: useFailureWords(),
    inline: true,
    after: () => begin(waitSeconds),
  })
  const waiting = left > 0

  return (
    <div className={`row justify-center wraps muted ${classes.root}`}>
      {/* The button is not disabled, or focus would be lost right after pressing it. */}
      <Button
        size="sm"
        aria-disabled={waiting}
        data-disabled={waiting || undefined}
        loading={sending.isPending}
        onClick={() => {
          if (!waiting && !sending.isPending) sending.mutate()
        }}
      >
        {t('auth:sent.again')}
      </Button>
      <p role="status">
        {sending.isSuccess ? t('auth:sent.sentAgain') : null}
        {sending.problem?.text}
      </p>
      {waiting ? (
        <p>
          <LiveText>{t('auth:sent.wait', { count: left })}</LiveText>
        </p>
      ) : null}
    </div>
  )
}

/** The seconds that are left of `first`, and a way to begin again with so many. */
function useCountdown(first: number): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(first)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
