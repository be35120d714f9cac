import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from './apiError.ts'

type Problems<Name extends string> = { readonly [K in Name]?: string | undefined }

/** What a text field of a form takes. */
export interface FieldBinding {
  name: string
  value: string
  error: string | undefined
  touched: boolean
  ref: (input: HTMLInputElement | null) => void
  onChange: (event: { currentTarget: HTMLInputElement }) => void
  onBlur: () => void
}

interface Options {
  /**
   * Errors wait for a try to send. For forms with links under them: an error that appears because a field was left would
   * push the link away under the finger that left for it.
   */
  waits?: boolean
}

/**
 * The fields of a form over values that are stored elsewhere: what was typed lies on top of them until it is saved or
 * taken back, so that neither another tab nor fresh data from the server makes it disappear.
 * An error shows once its field was left, or when somebody tried to send the form, and goes as soon as it is mended.
 * @param check what is wrong with the values, by field, in words
 */
export function useFields<Name extends string>(
  stored: Readonly<Record<Name, string>>,
  check: (values: Readonly<Record<Name, string>>) => Problems<Name>,
  { waits = false }: Options = {},
) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const [touched, setTouched] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<Problems<Name>>({})
  const inputs = useRef(new Map<Name, HTMLInputElement>())
  const values = { ...stored, ...typed }
  const names = Object.keys(stored) as Name[]
  const checked = check(values)

  const focus = (name: Name) => inputs.current.get(name)?.focus()
  const focusFirst = (found: Problems<Name>) => {
    const first = names.find((name) => found[name])
    if (first) focus(first)
    return first !== undefined
  }
  const set = (name: Name, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }))
    setRefused((before) => ({ ...before, [name]: undefined }))
  }

  return {
    values,
    dirty: names.some((name) => values[name] !== stored[name]),
    clear: () => {
      setTyped({})
      setTouched([])
      setRefused({})
    },
    focus,
    set,
    /** For the form's onSubmit: goes to the first error, else on to `send`. */
    submit: (send: () => void) => (event: FormEvent) => {
      event.preventDefault()
      setTouched(names)
      if (focusFirst(checked)) return
      // What was refused may have become right by another field: the server is asked again.
      setRefused({})
      send()
    },
    /** Puts what the server refused beside its fields; `alias` says where a name of the API stands in the form. */
    refuse: (error: unknown, alias: Readonly<Record<string, Name>> = {}) => {
      if (!(error instanceof ApiError)) return
      const known = Object.entries(error.fields).flatMap(([field, [text]]) => {
        const name = alias[field] ?? names.find((one) => one === field)
        return name === undefined || text === undefined ? [] : [[name, text] as const]
      })
      const found = Object.fromEntries(known) as Problems<Name>
      setRefused(found)
      focusFirst(found)
    },
    props: (name: Name): FieldBinding => ({
      name,
      value: values[name],
      error: refused[name] ?? checked[name],
      touched: touched.includes(name) || refused[name] !== undefined,
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input)
        else inputs.current.delete(name)
      },
      onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
      onBlur: () => {
        if (!waits) setTouched((before) => (before.includes(name) ? before : [...before, name]))
      },
    }),
  }
}
