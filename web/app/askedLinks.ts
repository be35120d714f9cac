import { askedKey } from '#contract/links.ts'
import { deviceSlice } from './storage.ts'

/** More than anybody asks for before the first one has arrived. */
const kept = 5

/** Marks this browser as the one that asks for a link: opened here, the link signs in without another press. */
export function markAsked(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const marker = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const before = (deviceSlice.getItem(askedKey) ?? '').split(' ').filter((one) => one !== '')
  deviceSlice.setItem(askedKey, [...before, marker].slice(-kept).join(' '))
  return marker
}
