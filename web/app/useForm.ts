import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import type { Problem as Refusal } from '../ui/feedback/Failure.tsx'
import type { FormHandle } from '../ui/form/Form.tsx'
import { ApiError } from './apiError.ts'
import { limitsOf } from './limits.ts'

type Name<Values> = keyof Values & string
/** The error message, or `true` if the parts of a field show their own. */
type Problem = string | true | undefined
type Problems<Values> = { readonly [K in keyof Values]?: Problem }
type NamesOf<Values, Type> = { [K in Name<Values>]: Values[K] extends Type ? K : never }[Name<Values>]

/** The props of a text field. */
export interface InputBinding {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
  type?: 'email' | 'tel'
  inputMode?: 'numeric' | 'decimal'
  maxLength?: number
  optional?: true
}

interface Options<Values> {
  /** The stored values. What was typed lies on top until it is saved or cleared, so that fresh data never removes it. */
  start: Values
  /** Keeps what is typed elsewhere, in a draft that comes back as `start`. */
  keep?: ((typed: Partial<Values>) => void) | undefined
  /** The schemas of what is sent, by field: they say how it is typed, how long it may be, and what may be left out. */
  schemas?: Readonly<Record<string, z.ZodType>> | undefined
  /** The fields that are asked for now, where that depends on others; all of them unless given. */
  fields?: readonly Name<Values>[] | undefined
  /** Returns error messages by field. */
  check?: ((values: Values) => Problems<Values>) | undefined
  /** Called with values that have no problem, and never while `sending` is pending. */
  send: (values: Values) => void
  /** The mutation that `send` runs. The errors of its problem answer are shown beside their fields. */
  sending?:
    | { readonly isPending: boolean; readonly error: unknown; readonly problem?: Refusal | null }
    | undefined
  /** The form’s names of fields that the API calls something else. */
  names?: Readonly<Record<string, Name<Values>>> | undefined
  /** Codes of failures that concern one field: their message is shown beside it. */
  codes?: Readonly<Record<string, Name<Values>>> | undefined
  /**
   * Errors also show when a field was left. Not for forms with links under them: an error that appears then would push
   * the link away from the finger.
   */
  whenLeft?: boolean | undefined
}

/** Fields with an error, and what takes the focus in groups of controls that have one. */
const wrongFields =
  '[aria-invalid="true"], [data-wrong-field] :is([type="search"], [role="checkbox"]:not(:disabled), textarea, input)'

/**
 * The state of a form: its values, what is wrong with them, and sending them. `<Form form={form}>` is its element.
 * An error shows once somebody tried to send the form, and goes as soon as the field is right. Sending moves the focus to
 * the first field with an error, and so does a refusal by the server.
 */
export function useForm<Values extends object>(options: Options<Values>) {
  const { start, keep, schemas = {}, check, send, sending, names = {}, codes = {} } = options
  const all = Object.keys(start) as Name<Values>[]
  const fields = options.fields ?? all
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [asked, setAsked] = useState<readonly Name<Values>[]>([])
  /** Fields that were changed since a failure: what it said of them is out of date. */
  const [changed, setChanged] = useState<{ since: unknown; names: readonly Name<Values>[] }>()
  const ref = useRef<HTMLFormElement>(null)
  const values = { ...start, ...typed }
  const found: Problems<Values> = check?.(values) ?? {}
  const failure = sending?.error ?? null
  const refused = refusals(failure, all, names, codes)
  const isRefused = Object.keys(refused).length > 0
  const outdated = changed?.since === failure ? changed.names : []

  const problem = (name: Name<Values>): Problem => {
    const refusal = outdated.includes(name) ? undefined : refused[name]
    return asked.includes(name) ? (found[name] ?? refusal) : refusal
  }
  const error = (name: Name<Values>): string | undefined => {
    const shown = problem(name)
    return shown === true ? undefined : shown
  }
  const set = <K extends Name<Values>>(name: K, value: Values[K]) => {
    const one = { [name]: value } as unknown as Partial<Values>
    if (keep) keep(one)
    else setTyped((before) => ({ ...before, ...one }))
    setChanged({ since: failure, names: [...outdated, name] })
  }
  const focusFirstError = useCallback(() => ref.current?.querySelector<HTMLElement>(wrongFields)?.focus(), [])
  const ask = (more: readonly Name<Values>[]) => setAsked((before) => [...new Set([...before, ...more])])

  useEffect(() => {
    // A second failure about the same field moves the focus again.
    if (failure !== null && isRefused) focusFirstError()
  }, [failure, isRefused, focusFirstError])

  const submit = (instead?: (values: Values) => void) => {
    if (sending?.isPending) return
    // The errors are drawn before the first of them is looked for, and the focus moves within the press itself: a phone
    // opens its keyboard only then.
    flushSync(() => ask(fields))
    if (fields.some((name) => found[name] !== undefined)) return focusFirstError()
    setChanged({ since: failure, names: all })
    ;(instead ?? send)(values)
  }

  return {
    ref,
    /** Sends the values when none has a problem; a second button can do something else with them than `send`. */
    submit,
    values,
    set,
    error,
    isWrong: (name: Name<Values>) => problem(name) !== undefined,
    /** True if somebody tried to send the form with this field in it. */
    isAsked: (name: Name<Values>) => asked.includes(name),
    focusFirstError,
    /** Shows what is wrong with these fields, as a try to send them does. */
    ask,
    /** True if anything differs from what is stored. */
    dirty: all.some((name) => values[name] !== start[name]),
    /** Why the last call failed, unless that is said beside the fields. */
    failure: isRefused ? null : failure,
    /** The same in words, unless the action says it in a toast. */
    problem: isRefused ? null : (sending?.problem ?? null),
    busy: sending?.isPending ?? false,
    /** Takes back what was typed, and every error. */
    clear: () => {
      setTyped({})
      setAsked([])
      setChanged({ since: failure, names: all })
    },
    focus: (name: Name<Values>) => {
      const input = ref.current?.elements.namedItem(name)
      if (input instanceof HTMLElement) input.focus()
    },
    /** Props for a text field. */
    input: (name: NamesOf<Values, string>): InputBinding => ({
      ...limitsOf(schemas, name),
      name,
      value: String(values[name]),
      error: error(name),
      onChange: ({ currentTarget: { value } }) => set(name, value as Values[typeof name]),
      onBlur: () => {
        if (options.whenLeft) ask([name])
      },
    }),
    /** Props for a control whose `onChange` gives the value. */
    control: <K extends Name<Values>>(name: K) => ({
      value: values[name],
      error: error(name),
      onChange: (value: Values[K]) => set(name, value),
    }),
  } satisfies FormHandle & Record<string, unknown>
}

function refusals<Values>(
  failure: unknown,
  fields: readonly Name<Values>[],
  names: Readonly<Record<string, Name<Values>>>,
  codes: Readonly<Record<string, Name<Values>>>,
): Problems<Values> {
  if (!(failure instanceof ApiError)) return {}
  const concerned = codes[failure.code]
  if (concerned !== undefined) return { [concerned]: failure.message } as Problems<Values>
  const known = Object.entries(failure.fields).flatMap(([field, [text]]) => {
    const name = names[field] ?? fields.find((one) => one === field)
    return name === undefined || text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(known) as Problems<Values>
}
