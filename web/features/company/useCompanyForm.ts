import { useEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../app/apiError.ts'
import { useForm } from '../../app/useForm.ts'
import { type Draft, type Field, fields, fieldsOf, next, type Step, stepOf, steps } from './draft.ts'
import { readDraft, writeDraft } from './draftStorage.ts'
import { problemsOf, schemas, unfinishedStep } from './problems.ts'

interface Options {
  /** Under which name the draft is kept. */
  of: string
  initial: Draft
  sending: { readonly isPending: boolean; readonly error: unknown }
  onSubmit: (draft: Draft) => void
  /** All of it is on one page: there is no next step to go to. */
  onePage?: boolean
}

/** The form over the steps: what is typed is kept for the tab, and sending a step leads to the next one. */
export function useCompanyForm({ of, initial, sending, onSubmit, onePage = false }: Options) {
  const { t } = useTranslation()
  const [draft, dispatch] = useReducer(next, null, () => readDraft(of) ?? initial)
  const first = useRef(draft)

  useEffect(() => {
    // An untouched draft is not kept: the next visit reads it from the server again.
    if (draft !== first.current) writeDraft(of, draft)
  }, [of, draft])

  const form = useForm<Draft['values']>({
    start: draft.values,
    schemas,
    keep: (typed) => {
      for (const field of fields) {
        const value = typed[field]
        if (value !== undefined) dispatch({ type: 'edit', field, value })
      }
    },
    // Another kind of billing brings fields that nobody was asked for yet.
    fields: fieldsOf(draft, draft.step),
    check: () => {
      const found = Object.entries(problemsOf(draft, draft.step))
      return Object.fromEntries(
        found.map(([field, { key, limit }]) => [field, t(`validation:${key}`, { limit })]),
      )
    },
    sending,
    send: () => {
      const following = onePage ? undefined : steps[steps.indexOf(draft.step) + 1]
      const unfinished = unfinishedStep(draft)
      if (following) dispatch({ type: 'go', to: following })
      else if (unfinished) ask(unfinished)
      else onSubmit(draft)
    },
  })
  const ask = (step: Step) => {
    // Drawn before the first error is looked for.
    flushSync(() => {
      form.ask(fieldsOf(draft, step))
      dispatch({ type: 'go', to: step })
    })
    form.focusFirstError()
  }

  const { error } = sending
  const { focusFirstError } = form
  // An error of the server at a field leads back to its step.
  useEffect(() => {
    if (!(error instanceof ApiError)) return
    const named = fields.find((field: Field) => error.fields[field] !== undefined)
    if (named === undefined) return
    dispatch({ type: 'go', to: stepOf(named) })
    // After the step is drawn and its beginning was focused.
    requestAnimationFrame(() => requestAnimationFrame(focusFirstError))
  }, [error, focusFirstError])

  return {
    ...form,
    draft,
    dispatch,
    /** True if something in a completed step needs attention. */
    isStepWrong: (step: Step) => Object.keys(problemsOf(draft, step)).length > 0,
  }
}

export type CompanyFormState = ReturnType<typeof useCompanyForm>
