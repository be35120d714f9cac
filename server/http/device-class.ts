import type { DeviceClass } from '#contract/signals.ts'

// The first that fits wins: Android's tablets leave out "Mobile", and its phones' user agents also say Linux.
const classes: readonly [RegExp, DeviceClass][] = [
  [/\b(iPad|Tablet)\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\b(Mobile|iPhone|iPod)\b/, 'phone'],
  [/\bMacintosh\b/, 'mac'],
  [/\b(Windows|CrOS|Linux|X11)\b/, 'computer'],
]

/** The kind of device that a request comes from. Nothing finer: it must not distinguish two devices of a kind. */
export const deviceClassOf = (userAgent: string): DeviceClass =>
  classes.find(([sign]) => sign.test(userAgent))?.[1] ?? 'unknown'
