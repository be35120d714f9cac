import { useMutation } from '@tanstack/react-query'
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { slipCodeLength } from '#contract/slipCode.ts'
import { ApiError } from '../../app/apiError.ts'
import { warmUp } from '../../app/authCalls.ts'
import { enterByCode } from '../../app/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextareaField } from '../../ui/TextareaField.tsx'
import classes from './auth.module.css'
import { useFailureWords } from './failures.ts'
import { LinkOutcome } from './LinkOutcome.tsx'
import { greetedPath, outcomeOf } from './linkEntry.ts'
import { caretIn, isWhole, retyped, shown, type TypedCode } from './slipCodeField.ts'

/** What the person can mend, or ask for, is said at the field: the code stays there to be compared. */
const ofTheCode = (error: unknown) =>
  error instanceof ApiError && (error.code === 'slip_code_invalid' || error.code === 'slip_code_expired')

/** Where the code of a printed slip is typed. It opens what the slip's link opens. */
export default function SlipCodePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const failureWords = useFailureWords()
  const [typed, setTyped] = useState<TypedCode>({ code: '', caret: 0 })
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  const left = slipCodeLength - typed.code.length

  useEffect(() => input.current?.focus(), [])
  // The spaces between groups come and go by themselves; the caret stays at the letter where it was.
  useLayoutEffect(() => {
    if (document.activeElement === input.current)
      input.current?.setSelectionRange(caretIn(typed), caretIn(typed))
  }, [typed])

  const opening = useMutation({
    mutationFn: () => enterByCode(typed.code),
    onSuccess: (user) => navigate(greetedPath(user), { replace: true }),
    onError: (error) => {
      if (!ofTheCode(error)) return
      setProblem(failureWords(error))
      input.current?.focus()
    },
  })

  const change = ({
    currentTarget: { value, selectionEnd },
    nativeEvent,
  }: ChangeEvent<HTMLTextAreaElement>) => {
    const { inputType } = nativeEvent as InputEvent
    setTyped(retyped(typed.code, { value, caret: selectionEnd }, inputType))
    setProblem(undefined)
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (opening.isPending) return
    const short = left > 0 ? t('auth:code.short', { count: left }) : t('auth:code.lengths')
    const missing = left === slipCodeLength ? t('auth:code.missing') : short
    const whole = isWhole(typed.code)
    setProblem(whole ? undefined : missing)
    if (whole) opening.mutate()
    else input.current?.focus()
  }

  const outcome = opening.error ? outcomeOf(opening.error) : undefined
  if (outcome?.kind === 'completed') return <LinkOutcome outcome={outcome} onAgain={opening.reset} />
  const enough = isWhole(typed.code) ? t('auth:code.all') : t('auth:code.lengths')
  const toType = left > 0 ? t('auth:code.left', { count: left }) : enough
  const help = left === slipCodeLength ? t('auth:code.help') : toType
  const value = shown(typed.code)
  return (
    <>
      <title>{`${t('auth:code.title')} · Terazi`}</title>
      <h1 className={classes.title}>{t('auth:code.title')}</h1>
      <p className={classes.lead}>{t('auth:code.lead')}</p>
      <form className={`${classes.form} ${classes.code}`} onSubmit={submit} onFocus={warmUp} noValidate>
        {opening.isError && !ofTheCode(opening.error) ? (
          <Alert key={opening.submittedAt} type="danger" duration={0} title={t('auth:code.failed')}>
            {failureWords(opening.error)}
          </Alert>
        ) : null}
        <TextareaField
          ref={input}
          name="code"
          label={t('auth:code.label')}
          help={problem ? undefined : help}
          value={value}
          error={problem}
          rows={value.includes('\n') ? 2 : 1}
          resize="none"
          inputMode="text"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onChange={change}
          onKeyDown={(event) => {
            if (event.key === 'Enter') submit(event)
          }}
        />
        <Button type="submit" variant="solid" block loading={opening.isPending}>
          {t('auth:code.submit')}
        </Button>
      </form>
    </>
  )
}
