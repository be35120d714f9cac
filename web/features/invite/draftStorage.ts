import { z } from 'zod'
import { useAuth } from '../../app/auth.ts'
import { tabSlice } from '../../app/storage.ts'
import { type Draft, draft } from './draft.ts'

const name = 'terazi.invite'
const stored = z.object({ userId: z.string(), drafts: z.record(z.string(), draft) })

type Stored = z.infer<typeof stored>

/** What this person wrote for each client in this tab. Somebody else's, or what an older release wrote, is not read. */
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

export const readDraft = (clientId: string): Draft | undefined => read().drafts[clientId]

export function writeDraft(clientId: string, value: Draft | null) {
  const { userId, drafts } = read()
  const { [clientId]: _, ...others } = drafts
  const kept = value ? { ...others, [clientId]: value } : others
  if (Object.keys(kept).length === 0) void tabSlice.removeItem(name)
  else void tabSlice.setItem(name, JSON.stringify({ userId, drafts: kept }))
}

// Names and addresses must not stay behind for the next person at this computer.
useAuth.subscribe((state, before) => {
  if (before.signedIn && !state.signedIn) void tabSlice.removeItem(name)
})
