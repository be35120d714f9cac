import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AnswerOf, type Call, takesKey } from '#contract/kit.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { api, apiFile, type Input, saveFile } from './api.ts'
import { ApiError, errorMessage } from './apiError.ts'
import { type KeyHeader, useIdempotencyKey } from './useIdempotencyKey.ts'

/** The first words of the query keys under which a change is shown, by the tag of the call that made it. */
export const shownIn: Readonly<Record<string, readonly string[]>> = {
  Account: ['account'],
  Audit: ['audit'],
  'Live board': ['board'],
  Operation: ['system'],
  Orders: ['order', 'orders', 'client'],
  Prices: ['tax-rates', 'client', 'clients', 'inventories'],
  'Personal data': ['client', 'clients', 'requests'],
  Settings: ['settings'],
  'Sign-in': [],
  Transfers: ['order', 'orders', 'client'],
  Users: ['users'],
}
const shownOtherwise = ['client', 'clients', 'inventories']

/** Loads again what a call of this tag has changed. */
export function refresh(queries: QueryClient, { tag }: Pick<Call, 'tag'>): void {
  for (const key of shownIn[tag] ?? shownOtherwise) void queries.invalidateQueries({ queryKey: [key] })
}

/** True if a refused call has changed nothing. */
const changedNothing = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 429].includes(error.status)

/** Words of a success; a note where not everything was done, a fault where what was done went wrong. */
type Said = string | { note: string } | { fault: string } | undefined

export interface ActionOptions<Answer, Sent> {
  /** The toast after a success; none for undefined. */
  done?: Said | ((answer: Answer, input: Sent) => Said)
  /** Follows a success, also when the component that asked is gone by then. */
  after?: (answer: Answer, input: Sent) => unknown
  /** Comes before the message of a failure. */
  failed?: string | undefined
  /** The message of a failure, where the server's needs more words. */
  words?: ((error: unknown) => string) | undefined
  /** Failures are shown where the caller puts `<Failure>`, in place of a toast. */
  inline?: boolean
  /** It only asks, so nothing is loaded again. */
  reads?: boolean
}

/**
 * Several calls as one action, or one with something around it. `entry` says by its tag what is loaded again afterwards.
 * Toasts are shown also when the component that asked is gone by then.
 */
export function useSequence<Sent = void, Answer = unknown>(
  entry: Pick<Call, 'tag'>,
  run: (input: Sent) => Promise<Answer>,
  {
    done,
    after,
    failed,
    words = errorMessage,
    inline = false,
    reads = false,
  }: ActionOptions<Answer, Sent> = {},
) {
  const queries = useQueryClient()
  const { i18n } = useTranslation()
  const mutation = useMutation<Answer, Error, Sent>({
    // A message in another language than the page's is gone.
    mutationKey: [i18n.language],
    // Said as it was when the action began: what it is about may be another thing on the screen by now.
    mutationFn: async (input) => {
      const answer = await run(input).catch((error: unknown) => {
        if (!inline) toast.error(said(words(error), failed))
        // Somebody else has usually changed it before.
        if (!reads && !changedNothing(error)) refresh(queries, entry)
        throw error
      })
      after?.(answer, input)
      const text = typeof done === 'function' ? done(answer, input) : done
      if (typeof text === 'string') toast.success(text)
      else if (text && 'note' in text) toast.blank(text.note)
      else if (text) toast.error(text.fault)
      // The refresh is not awaited: a dialog would stay open until everything is loaded.
      if (!reads) refresh(queries, entry)
      return answer
    },
  })
  return {
    ...mutation,
    problem: inline && mutation.error ? { title: failed, text: words(mutation.error) } : null,
  }
}

/**
 * One call as an action: says how it went, and loads again what it changed. A call that takes a key gets the same one
 * until the same input was answered.
 * @param options `accept` throws for an answer that is a refusal
 */
export function useAction<const C extends Call>(
  entry: C,
  {
    accept,
    ...options
  }: ActionOptions<AnswerOf<C>, Input<C>> & { accept?: (answer: AnswerOf<C>) => void } = {},
) {
  const keyed = useIdempotencyKey()
  const run = async (input: Input<C>) => {
    const send = (headers?: KeyHeader) => api(entry, headers ? { ...input, headers } : input)
    const answer = await (takesKey(entry) ? keyed(input, send) : send())
    accept?.(answer)
    return answer
  }
  return useSequence(entry, run, options)
}

/** Saves the file that a call answers. */
export function useDownload<const C extends Call>(
  entry: C,
  { failed, words = errorMessage }: Pick<ActionOptions<unknown, unknown>, 'failed' | 'words'> = {},
) {
  return useMutation({
    mutationFn: (input: Input<C>) => apiFile(entry, input),
    onSuccess: saveFile,
    onError: (error) => toast.error(said(words(error), failed)),
  })
}

const said = (words: string, failed: string | undefined) =>
  failed === undefined ? words : `${failed}: ${words}`

export type Sending = Pick<ReturnType<typeof useSequence>, 'isPending' | 'error' | 'problem'>

/** A question to the server and the action that follows it, as one thing that a form sends. */
export const inTurn = (first: Sending, then: Sending): Sending => ({
  isPending: first.isPending || then.isPending,
  error: first.error ?? then.error,
  problem: first.problem ?? then.problem,
})
