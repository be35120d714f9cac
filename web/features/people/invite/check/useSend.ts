import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AnswerOf } from '#contract/kit.ts'
import { type InvitationJob, inviteEmails } from '#contract/people.ts'
import { api } from '../../../../app/api.ts'
import { ApiError } from '../../../../app/apiError.ts'
import { useSequence } from '../../../../app/useAction.ts'
import { bodyOf, type Draft, emptyDraft } from '../draft/draft.ts'
import { setAside } from '../draft/useDraft.ts'
import { useInvitationJob } from '../job/useInvitationJob.ts'
import { useAssignedToast } from '../result/useAssignedToast.tsx'
import { type Action, next } from '../steps.ts'
import { asksForResult } from './asked.ts'

/** Lists of this size are imported in the background, so that their sender may leave the page. */
const longList = 500

function send(
  clientId: string,
  body: ReturnType<typeof bodyOf>,
  key: string,
): Promise<AnswerOf<typeof inviteEmails> | InvitationJob> {
  const later = body.emails.length > longList ? { prefer: 'respond-async' } : {}
  const headers = { 'idempotency-key': key, ...later }
  return api(inviteEmails, { params: { clientId }, body, headers })
}

/** Calls fail while a page is being left, and that says nothing about what the server did. */
let leaving = false
for (const event of ['beforeunload', 'pagehide']) window.addEventListener(event, () => (leaving = true))
// Somebody who keeps working here has not left: the page came back, or was never gone (a link to the mail program).
for (const event of ['pageshow', 'pointerdown', 'keydown'])
  window.addEventListener(event, () => (leaving = false))

/**
 * Sends the invitation. The key stays with the draft until the draft changes: pressing again after a lost connection
 * sends the same key, and nobody is invited twice. Before the first time it asks who is registered under another name.
 */
export function useSend(
  clientId: string,
  draft: Draft,
  dispatch: (action: Action) => void,
  { findOtherNames, onFound }: { findOtherNames: () => Promise<number>; onFound: () => void },
) {
  const tell = useAssignedToast()

  // A second click comes before the button is drawn as busy.
  const underWay = useRef(false)

  const sent = (answer: AnswerOf<typeof inviteEmails>) => {
    dispatch({ type: 'sent', answer })
    if (answer.tests) tell(answer.tests)
  }
  const followed = useRef(draft.jobId === '')
  const wanted = asksForResult(useLocation().state)
  const job = useInvitationJob(clientId, draft.jobId, {
    onRunning: () => {
      followed.current = true
    },
    onDone: (answer) => {
      if (followed.current || wanted) return sent(answer)
      // It ended while nobody was here: the next visit is for new people, and shows the result beside the new list.
      setAside(clientId, next(draft, { type: 'sent', answer }))
      dispatch({ type: 'startOver', draft: emptyDraft(draft.locale) })
    },
    onFailed: () => dispatch({ type: 'jobOver' }),
  })

  const mutation = useSequence(
    inviteEmails,
    async ({ body, key }: { body: ReturnType<typeof bodyOf>; key: string }) => {
      try {
        const answer = await send(clientId, body, key)
        if ('status' in answer) dispatch({ type: 'queued', jobId: answer.id })
        else sent(answer)
      } catch (error) {
        // The key was already used for something else: the next try needs a new one.
        const code = error instanceof ApiError ? error.code : undefined
        if (code === 'idempotency_key_reused') dispatch({ type: 'edit', values: {} })
        const unanswered = code === 'network' || code === 'timeout'
        if (!(unanswered && leaving)) dispatch({ type: 'notSent', unanswered })
        throw error
      } finally {
        underWay.current = false
      }
    },
    { inline: true },
  )

  const checking = useSequence(inviteEmails, findOtherNames, { inline: true, reads: true })

  const transmit = () => {
    const body = bodyOf(draft)
    underWay.current = true
    job.forget()
    const key = draft.key || crypto.randomUUID()
    dispatch({ type: 'send', key })
    mutation.mutate({ body, key })
  }

  const start = () => {
    if (underWay.current || bodyOf(draft).emails.length === 0) return
    if (draft.key !== '') return transmit()
    underWay.current = true
    checking.mutate(undefined, {
      onSuccess: (found) => {
        if (found === 0) return transmit()
        underWay.current = false
        onFound()
      },
      onError: () => {
        underWay.current = false
      },
    })
  }

  // The page was left while this was being sent: under the same key the server returns its result.
  const resumes = draft.sending === 'underWay' && draft.jobId === '' && mutation.isIdle
  const resume = useRef(transmit)
  resume.current = transmit
  useEffect(() => {
    if (resumes) resume.current()
  }, [resumes])

  return {
    start,
    busy: checking.isPending || mutation.isPending || draft.jobId !== '' || resumes,
    /** An earlier try of the same invitation that may have reached the server. */
    unanswered: draft.sending === 'unanswered' && mutation.isIdle,
    progress: draft.jobId === '' ? undefined : job.progress,
    error: checking.error ?? mutation.error ?? job.error,
  }
}
