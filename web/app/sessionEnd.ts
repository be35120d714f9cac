import { tabSlice } from './storage.ts'

/** Why a session ended that its person did not end here: it is over, or a call was refused to their role. */
export type SessionEnd = 'ended' | 'refused'

// The player writes it too (web/player/device/slices.ts).
const key = 'terazi.ended'

/** Leaves a message for the sign-in page of this tab, until somebody signs in or out. */
export function noteSessionEnd(why: SessionEnd) {
  tabSlice.setItem(key, why)
}

export function forgetSessionEnd() {
  void tabSlice.removeItem(key)
}

export function sessionEnd(): SessionEnd | undefined {
  const why = tabSlice.getItem(key)
  return why === 'ended' || why === 'refused' ? why : undefined
}
