import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { slipCodeLength } from '#contract/slipCode.ts'
import { warmUp } from '../../app/authCalls.ts'
import { useFailureWords } from '../../app/failures.ts'
import { enterByCode } from '../../app/session.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { DocumentTitle } from '../../ui/layout/DocumentTitle.tsx'
import classes from './auth.module.css'
import { LinkOutcome } from './LinkOutcome.tsx'
import { greetedPath, outcomeOf } from './linkEntry.ts'
import { caretIn, isWhole, retyped, shown, type TypedCode } from './slipCodeField.ts'

const nothing: { typed: TypedCode } = { typed: { code: '', caret: 0 } }

/** Where the code of a printed slip is typed. It opens what the slip's link opens. */
export default function SlipCodePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const failureWords = useFailureWords()
  const input = useRef<HTMLTextAreaElement>(null)
  const opening = useMutation({
    mutationFn: enterByCode,
    onSuccess: (user) => navigate(greetedPath(user), { replace: true }),
  })
  const form = useForm({
    start: nothing,
    check: ({ typed: { code } }) => {
      if (isWhole(code)) return {}
      const left = slipCodeLength - code.length
      if (left === slipCodeLength) return { typed: t('auth:code.missing') }
      return { typed: left > 0 ? t('auth:code.short', { count: left }) : t('auth:code.lengths') }
    },
    // What the person can correct is said at the field: the code stays there to be compared.
    codes: { slip_code_invalid: 'typed', slip_code_expired: 'typed' },
    sending: opening,
    send: ({ typed: { code } }) => opening.mutate(code),
  })
  const { typed } = form.values
  const problem = form.error('typed')
  const left = slipCodeLength - typed.code.length

  useEffect(() => input.current?.focus(), [])
  // The spaces between groups are added and removed automatically; the caret stays at its letter.
  useLayoutEffect(() => {
    if (document.activeElement === input.current)
      input.current?.setSelectionRange(caretIn(typed), caretIn(typed))
  }, [typed])

  const change = ({
    currentTarget: { value, selectionEnd },
    nativeEvent,
  }: ChangeEvent<HTMLTextAreaElement>) => {
    const { inputType } = nativeEvent as InputEvent
    // While somebody types, the help counts the letters that are left; what is wrong is said on the next try.
    form.clear()
    form.set('typed', retyped(typed.code, { value, caret: selectionEnd }, inputType))
  }

  const outcome = opening.error ? outcomeOf(opening.error) : undefined
  if (outcome?.kind === 'completed') return <LinkOutcome outcome={outcome} onAgain={opening.reset} />
  const enough = isWhole(typed.code) ? t('auth:code.all') : t('auth:code.lengths')
  const toType = left > 0 ? t('auth:code.left', { count: left }) : enough
  const help = left === slipCodeLength ? t('auth:code.help') : toType
  const value = shown(typed.code)
  return (
    <>
      <DocumentTitle />
      <h1 className={classes.title}>{t('auth:code.title')}</h1>
      <p className={classes.lead}>{t('auth:code.lead')}</p>
      <Form form={form} className={`${classes.form} ${classes.code}`} onFocus={warmUp}>
        {form.failure ? (
          <Alert key={opening.submittedAt} type="danger" duration={0} title={t('auth:code.failed')}>
            {failureWords(form.failure)}
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
            if (event.key !== 'Enter') return
            event.preventDefault()
            form.submit()
          }}
        />
        <Button type="submit" variant="solid" block loading={opening.isPending}>
          {t('auth:code.submit')}
        </Button>
      </Form>
    </>
  )
}
