import { useEffect, useReducer, useRef } from 'react'
import { type Draft, emptyDraft } from './draft.ts'
import { readDraft, writeDraft } from './draftStorage.ts'
import { type Action, next } from './steps.ts'

const restMs = 300

/** The draft of one client's invitation, kept for the tab: a reload loses nothing that was typed. */
export function useDraft(clientId: string, locale: Draft['locale']): [Draft, (action: Action) => void] {
  const [draft, dispatch] = useReducer(next, null, () => readDraft(clientId) ?? emptyDraft(locale))
  const latest = useRef(draft)
  latest.current = draft

  useEffect(() => {
    const write = () => writeDraft(clientId, draft)
    // Ten thousand rows take some milliseconds to write: not at each letter. A key is kept before its answer can be lost.
    if (draft.key !== '') return write()
    const timer = setTimeout(write, restMs)
    window.addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', write)
    }
  }, [clientId, draft])

  // Leaving the page keeps a draft, but an invitation that is done is not met again on coming back.
  useEffect(
    () => () => writeDraft(clientId, latest.current.step === 'result' ? null : latest.current),
    [clientId],
  )

  return [draft, dispatch]
}
