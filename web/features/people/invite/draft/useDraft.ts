import { useCallback, useEffect, useReducer, useRef } from 'react'
import { type Action, next } from '../steps.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { readDraft, writeDraft, writeLast } from './draftStorage.ts'

const restMs = 300

let opened = false

/** True if the document was just opened by this page's address, and not by a reload or by going back. */
function isFreshVisit(): boolean {
  if (opened) return false
  opened = true
  const [navigation] = performance.getEntriesByType?.('navigation') ?? []
  return (
    navigation !== undefined &&
    'type' in navigation &&
    navigation.type === 'navigate' &&
    new URL(navigation.name).pathname === window.location.pathname
  )
}

/** Puts an invitation that is done aside, where it can be looked at again. */
export function setAside(clientId: string, done: Draft): void {
  // First out of the way: two lists of ten thousand find no room beside each other.
  writeDraft(clientId, null)
  writeLast(clientId, done)
}

function begin(clientId: string, locale: Draft['locale']): Draft {
  const kept = readDraft(clientId)
  if (isFreshVisit() && kept?.step === 'result') {
    setAside(clientId, kept)
    return emptyDraft(locale)
  }
  return kept ?? emptyDraft(locale)
}

/** The draft of one client's invitation, kept for the tab: a reload loses nothing that was typed. */
export function useDraft(clientId: string, locale: Draft['locale']): [Draft, (action: Action) => void] {
  const [draft, apply] = useReducer(next, null, () => begin(clientId, locale))
  const latest = useRef(draft)
  latest.current = draft
  const here = useRef(true)

  // An answer that comes after the page was left is written beside what was left there.
  const dispatch = useCallback(
    (action: Action) => {
      if (here.current) return apply(action)
      const left = readDraft(clientId)
      if (left !== undefined) writeDraft(clientId, next(left, action))
    },
    [clientId],
  )

  useEffect(() => {
    // The next list is under way: the people invited by the one before are in the list of people.
    if (draft.step === 'what' || draft.step === 'check') writeLast(clientId, null)
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

  // Leaving the page keeps a draft, but an invitation that is done makes room for the next one.
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      if (latest.current.step === 'result') setAside(clientId, latest.current)
      else writeDraft(clientId, latest.current)
    }
  }, [clientId])

  return [draft, dispatch]
}
