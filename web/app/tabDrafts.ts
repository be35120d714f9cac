import { z } from 'zod'
import { useAuth } from './auth.ts'
import { tabSlice } from './storage.ts'

/**
 * The drafts of the signed-in person's forms, kept for this tab under a name each. Drafts of somebody else or an older
 * release are not read, and signing out forgets them: names and numbers must not stay behind for the next person at this
 * computer.
 */
export function tabDrafts<Draft>(name: string, shape: z.ZodType<Draft>) {
  const stored = z.object({ userId: z.string(), drafts: z.record(z.string(), shape) })
  type Stored = z.infer<typeof stored>
  // Ten thousand rows take a while to be read: not again at each letter that is written beside them.
  let last: { text: string; value: Stored } | undefined

  function parse(text: string): Stored | undefined {
    if (last?.text === text) return last.value
    try {
      return stored.safeParse(JSON.parse(text)).data
    } catch {
      return undefined
    }
  }

  function read(): Stored {
    const userId = useAuth.getState().user.id
    const text = tabSlice.getItem(name)
    const found = typeof text === 'string' ? parse(text) : undefined
    return found?.userId === userId ? found : { userId, drafts: {} }
  }

  useAuth.subscribe((state, before) => {
    if (!before.signedIn || state.signedIn) return
    last = undefined
    void tabSlice.removeItem(name)
  })

  return {
    read: (of: string): Draft | undefined => read().drafts[of],
    write(of: string, draft: Draft | null) {
      const { userId, drafts } = read()
      const { [of]: _, ...others } = drafts
      const value = { userId, drafts: draft ? { ...others, [of]: draft } : others }
      const text = JSON.stringify(value)
      last = { text, value }
      if (Object.keys(value.drafts).length === 0) void tabSlice.removeItem(name)
      else void tabSlice.setItem(name, text)
    },
  }
}
