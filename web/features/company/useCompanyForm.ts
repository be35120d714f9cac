import { useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../app/apiError.ts'
import { type Draft, type Field, fields, fieldsOf, next, type Step, stepOf, steps } from './draft.ts'
import { readDraft, writeDraft } from './draftStorage.ts'
import { problemsOf, unfinishedStep } from './problems.ts'

interface Options {
  /** Under which name the draft is kept. */
  of: string
  initial: Draft
  /** Why the last try was refused. */
  error: Error | null
  onSubmit: (draft: Draft) => void
}

/** The form's state: what is typed, kept for the tab, and what is wrong with it once somebody has tried to go on. */
export function useCompanyForm({ of, initial, error, onSubmit }: Options) {
  const { t } = useTranslation()
  const [draft, dispatch] = useReducer(next, null, () => readDraft(of) ?? initial)
  // By field, not by step: with another kind come fields that nobody was asked for yet.
  const [asked, setAsked] = useState<readonly Field[]>([])
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const first = useRef(draft)

  useEffect(() => {
    // What nobody has touched is not kept: the next visit reads it anew.
    if (draft !== first.current) writeDraft(of, draft)
  }, [of, draft])

  const ask = (step: Step) => {
    setAsked((before) => [...before, ...fieldsOf(draft, step)])
    if (step !== draft.step) dispatch({ type: 'go', to: step })
    focusFirstError()
  }

  // The server's word on a field leads back to it.
  useEffect(() => {
    if (!(error instanceof ApiError)) return
    const named = fields.filter((field) => error.fields[field] !== undefined)
    setRefused(Object.fromEntries(named.map((field) => [field, error.fields[field]?.[0]])))
    if (named[0] === undefined) return
    dispatch({ type: 'go', to: stepOf(named[0]) })
    focusFirstError()
  }, [error])

  const here = problemsOf(draft, draft.step)
  return {
    draft,
    dispatch,
    edit: (field: Field, value: string) => {
      setRefused(({ [field]: _, ...others }) => others)
      dispatch({ type: 'edit', field, value })
    },
    /** What stands beside a field, once it was asked for. */
    errorOf: (field: Field): string | undefined => {
      const problem = asked.includes(field) ? here[field] : undefined
      return refused[field] ?? (problem && t(`validation:${problem.key}`, { limit: problem.limit }))
    },
    goOn: () => {
      const following = steps[steps.indexOf(draft.step) + 1]
      if (Object.keys(here).length > 0 || following === undefined) ask(draft.step)
      else dispatch({ type: 'go', to: following })
    },
    submit: () => {
      const unfinished = unfinishedStep(draft)
      if (unfinished) ask(unfinished)
      else onSubmit(draft)
    },
    /** Of a step that is behind: whether something in it needs attention. */
    isWrong: (step: Step) => Object.keys(problemsOf(draft, step)).length > 0,
  }
}

export type CompanyFormState = ReturnType<typeof useCompanyForm>

function focusFirstError() {
  // After the errors are drawn, and after the step's own beginning was focused.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()),
  )
}
