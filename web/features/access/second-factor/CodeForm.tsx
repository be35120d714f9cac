import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureWords } from '../../../app/failures.ts'
import { useSequence } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './second-factor.module.css'

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

  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const sending = useSequence({ tag: 'Account' }, send, {
    words: useFailureWords(),
    inline: true,
    reads: true,
  })

  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? t('second-factor:code.missing') : undefined }),
    codes: { second_factor_code_wrong: 'code' },
    sending,
    send: ({ code }) =>
      sending.mutate(code.trim(), {
        onError: () => {
          input.current?.focus()
          input.current?.select()
        },
      }),
  })
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
    <Form form={form} className={classes.form}>
      <Failure of={form} action={sending.error && way?.(sending.error)} />
      <TextField ref={input} {...form.input('code')} {...looks} data-code={kind} label={label} help={help} />
      {block ? (
        button
      ) : (
        <div className={classes.ends}>
          {button}
          {beside}
        </div>
      )}
      {children}
    </Form>
  )
}
