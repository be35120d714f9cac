import { useEffect, useState } from 'react'
import type { tabDrafts } from './tabDrafts.ts'

/** A form's content as far as it was filled in; kept for the tab, so that a reload loses nothing. */
export function useTabDraft<Draft extends object>(
  drafts: ReturnType<typeof tabDrafts<Draft>>,
  of: string,
  empty: Draft,
) {
  const [kept] = useState(() => drafts.read(of))
  const [first] = useState(kept ?? empty)
  const [draft, setDraft] = useState(first)
  useEffect(() => {
    // Untouched drafts are not kept.
    if (draft !== first) drafts.write(of, draft)
  }, [drafts, of, draft, first])
  return {
    draft,
    edit: (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values })),
    /** True if there is anything to clear. */
    begun: kept !== undefined || draft !== first,
  }
}
