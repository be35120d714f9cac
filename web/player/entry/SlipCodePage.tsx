import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { slipCodeLength } from '#contract/slipCode.ts'
import { CallFailure, calls, request } from '../api.ts'
import { cx } from '../cx.ts'
import { networkWords } from '../networkWords.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import styles from './entry.module.css'
import { InvitationDone } from './LinkOutcome.tsx'
import { type Ended, endedBy, enterBy, goOn } from './session.ts'
import { caretIn, isWhole, retyped, shown, type TypedCode } from './slipCodeField.ts'

/** Returns the problem with a code that is found before the server is asked. */
function problemOf(code: string): string | undefined {
  if (isWhole(code)) return undefined
  const left = slipCodeLength - code.length
  if (left === slipCodeLength) return t('slip-code:missing')
  return left > 0 ? t('slip-code:short', { count: left }) : t('slip-code:lengths')
}

function helpOf(code: string): string {
  if (isWhole(code)) return t('slip-code:all')
  const left = slipCodeLength - code.length
  if (left === slipCodeLength) return t('slip-code:help')
  return left > 0 ? t('slip-code:left', { count: left }) : t('slip-code:lengths')
}

/** The error message to show; after too many tries it also says how long to wait. */
function failureWords({ status, code, message, retryAfterMs }: CallFailure): string {
  if (status === 0) return networkWords({ code })
  if (status === 429 && retryAfterMs > 0)
    return t('player:code.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('player:failure.server')
}

const isOfCode = ({ code }: CallFailure) => code === 'slip_code_invalid' || code === 'slip_code_expired'

/** Opens what the slip's link opens. @returns why it did not lead on */
async function openCode(code: string): Promise<CallFailure | Ended | undefined> {
  try {
    const entered = await enterBy(() => request(calls.openCode, { token: undefined, body: { code } }))
    if (entered.ended) return entered.ended
    goOn(entered, '')
    return undefined
  } catch (error) {
    const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
    return endedBy(failure) ?? failure
  }
}

/** The page for typing the code of a printed slip. It opens what the slip's link opens. */
export function SlipCodePage() {
  const [typed, setTyped] = useState<TypedCode>({ code: '', caret: 0 })
  const [said, setSaid] = useState<string>()
  const [outcome, setOutcome] = useState<CallFailure | Ended>()
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const helpId = useId()

  useEffect(() => input.current?.focus(), [])

  const type = ({ currentTarget: field, nativeEvent }: FormEvent<HTMLTextAreaElement>) => {
    const { value, selectionEnd } = field
    const inputType = 'inputType' in nativeEvent ? String(nativeEvent.inputType) : ''
    const next = retyped(typed.code, { value, caret: selectionEnd }, inputType)
    // The spaces between groups are added and removed automatically; the caret stays at its letter.
    field.value = shown(next.code)
    field.setSelectionRange(caretIn(next), caretIn(next))
    // While somebody types, the help counts the letters that are left; what is wrong is said on the next try.
    setSaid(undefined)
    setOutcome(undefined)
    setTyped(next)
  }

  const send = async () => {
    const { code } = typed
    const problem = problemOf(code)
    setSaid(problem)
    setOutcome(undefined)
    if (problem !== undefined) {
      input.current?.focus()
      return
    }
    setSending(true)
    const failed = await openCode(code)
    if (failed === undefined) return
    setOutcome(failed)
    setSending(false)
    input.current?.focus()
  }

  if (outcome && !(outcome instanceof CallFailure)) return <InvitationDone ended={outcome} />
  const failure = outcome
  // Errors that the person can correct are shown at the field: the code stays there to be compared.
  const atField = said ?? (failure && isOfCode(failure) ? failureWords(failure) : undefined)
  return (
    <Frame title={t('slip-code:title')} header={<Header />}>
      <h1 className={controls.title}>{t('slip-code:title')}</h1>
      <p className={cx('above-8 muted', controls.lead)}>{t('slip-code:lead')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!sending) void send()
        }}
      >
        {failure && !isOfCode(failure) && (
          <div className={cx(controls.card, controls.alert)} role="alert">
            <b>{t('slip-code:failed')}</b>
            <p>{failureWords(failure)}</p>
          </div>
        )}
        <label className={`stack gap-6 ${styles.field}`}>
          <b>{t('slip-code:label')}</b>
          <textarea
            className="font-inherit full-width semibold ink surface rounded-lg clip"
            ref={input}
            name="code"
            rows={shown(typed.code).includes('\n') ? 2 : 1}
            inputMode="text"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={helpId}
            aria-invalid={atField !== undefined}
            onInput={type}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!sending) void send()
            }}
          />
        </label>
        <p
          id={helpId}
          className={cx(controls.small, atField === undefined ? 'muted' : styles.wrong)}
          aria-live="polite"
        >
          {atField ?? helpOf(typed.code)}
        </p>
        <Button type="submit" big aria-busy={sending} aria-disabled={sending}>
          {t('slip-code:submit')}
        </Button>
      </form>
    </Frame>
  )
}
