import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { deviceSlice, slicesIn } from './storage.ts'

/** More lists than one day has; the server forgets them after it. */
const most = 50

/** The long invitations whose end was seen at this device: their line is not shown again. */
const useSeen = create<{ ids: readonly string[] }>()(
  persist(() => ({ ids: [] as readonly string[] }), {
    name: 'terazi.seenInvitations',
    version: 0,
    storage: slicesIn(deviceSlice),
  }),
)

// Invitations seen in one tab are seen in the others.
window.addEventListener('storage', ({ key }) => {
  if (key === 'terazi.seenInvitations') void useSeen.persist.rehydrate()
})

export const useSeenInvitations = () => useSeen((state) => state.ids)

export function noteSeen(id: string): void {
  useSeen.setState(({ ids }) => ({ ids: [id, ...ids.filter((one) => one !== id)].slice(0, most) }))
}
