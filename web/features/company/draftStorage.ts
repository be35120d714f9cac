import { z } from 'zod'
import { useAuth } from '../../app/auth.ts'
import { tabSlice } from '../../app/storage.ts'
import { type Draft, draft } from './draft.ts'

const name = 'terazi.company'
const stored = z.object({ userId: z.string(), drafts: z.record(z.string(), draft) })

type Stored = z.infer<typeof stored>

/** What this person filled in for each client in this tab. Somebody else's, or an older release's, is not read. */
function read(): Stored {
  const nothing: Stored = { userId: useAuth.getState().user.id, drafts: {} }
  const text = tabSlice.getItem(name)
  if (typeof text !== 'string') return nothing
  try {
    const found = stored.safeParse(JSON.parse(text))
    return found.success && found.data.userId === nothing.userId ? found.data : nothing
  } catch {
    return nothing
  }
}

export const readDraft = (of: string): Draft | undefined => read().drafts[of]

export function writeDraft(of: string, value: Draft | null) {
  const { userId, drafts } = read()
  const { [of]: _, ...others } = drafts
  const kept = value ? { ...others, [of]: value } : others
  if (Object.keys(kept).length === 0) void tabSlice.removeItem(name)
  else void tabSlice.setItem(name, JSON.stringify({ userId, drafts: kept }))
}

// Tax and identity numbers must not stay behind for the next person at this computer.
useAuth.subscribe((state, before) => {
  if (before.signedIn && !state.signedIn) void tabSlice.removeItem(name)
})
