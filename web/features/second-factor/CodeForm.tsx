import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useFailureWords } from '../auth/failures.ts'
import classes from './second-factor.module.css'
import { codeProblem } from './secondStep.ts'

interface CodeFormProps {
  /** A code of the app, or one of the ten for recovery. */
  kind: 'app' | 'recovery'
  label: string
  help?: string
  submit: string
  /** Makes the call; what it throws is said at the field or above the form. */
  send: (code: string) => Promise<void>
  /** The way on when a failure leaves nothing to type. */
  way?: (error: Error) => ReactNode
  autoFocus?: boolean
  block?: boolean
  /** The way out, beside the button. */
  beside?: ReactNode
  children?: ReactNode
}

/** One field for a code. What was typed stays, selected, so that the next code takes its place. */
export function CodeForm(props: CodeFormProps) {
  const { kind, label, help, submit, send, way, autoFocus = false, block = false, beside, children } = props
  const { t } = useTranslation('second-factor')
  const failureWords = useFailureWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const sending = useMutation({
    mutationFn: () => send(code.trim()),
    onError: (error) => {
      setProblem(codeProblem(error))
      input.current?.focus()
      input.current?.select()
    },
  })

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const found = code.trim() === '' ? t('second-factor:code.missing') : undefined
    setProblem(found)
    if (found) input.current?.focus()
    else sending.mutate()
  }

  const failure = sending.error && codeProblem(sending.error) === undefined ? sending.error : undefined
  const looks =
    kind === 'app'
      ? ({ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 8 } as const)
      : ({ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 40 } as const)

  const button = (
    <Button type="submit" variant="solid" block={block} loading={sending.isPending}>
      {submit}
    </Button>
  )

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {failure ? (
        <Alert key={sending.submittedAt} type="danger" duration={0} action={way?.(failure)}>
          {failureWords(failure)}
        </Alert>
      ) : null}
      <TextField
        ref={input}
        name="code"
        {...looks}
        data-code={kind}
        label={label}
        help={help}
        value={code}
        error={problem}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      {block ? (
        button
      ) : (
        <div className={classes.ends}>
          {button}
          {beside}
        </div>
      )}
      {children}
    </form>
  )
}
