import { type NamedPurpose, namedPurpose } from '#contract/assignments.ts'
import { deviceSlice } from '../../../app/storage.ts'

const nameOf = (userId: string, clientId: string) => `terazi.purpose.${userId}.${clientId}`

/** The purpose that a manager chose for single reports of a client on this device; undefined before they chose one. */
export const rememberedPurpose = (userId: string, clientId: string): NamedPurpose | undefined =>
  namedPurpose.safeParse(deviceSlice.getItem(nameOf(userId, clientId))).data

export function rememberPurpose(userId: string, clientId: string, purpose: NamedPurpose) {
  void deviceSlice.setItem(nameOf(userId, clientId), purpose)
}
