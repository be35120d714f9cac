import type { ComponentType, ReactNode } from 'react'
import type { Locale } from '#contract/fields.ts'
import type { Form } from '#contract/participant.ts'

/** A call by its method and path, and what it would send. */
export type Answer = (
  call: { readonly method: string; readonly path: string },
  input: { readonly token: string | undefined; readonly params?: unknown; readonly body?: unknown },
) => Promise<unknown>

export interface SendingProps {
  timeIsUp: boolean
  trying: boolean
  /** The last answer was a captive portal's or a proxy's. */
  foreign: boolean
  onTryNow: () => void
  /** Another way for answers that can't be sent. */
  children?: ReactNode
}

/** The record that a tablet keeps of a test (../tablet/store.ts). */
interface NotedTest {
  startedAt: string
  receipt?: string
  ended?: 'refused' | 'elsewhere' | 'awaitsDecision'
}

/** Replaces the player's ways out on a test day's tablet. */
export interface Kiosk {
  /** The header of every page, without links. */
  readonly Header: ComponentType
  /** The page shown while a submitted test is on its way. */
  readonly Sending: ComponentType<SendingProps>
  /** A test that this tablet may not begin without a connection; `onReached` once there is one. */
  readonly NeedsConnection: ComponentType<{ onReached: () => void }>
  /** Every test of the person is handed in, or the supervisor `ended` the last: they give the tablet back. */
  readonly finish: (receipts: readonly string[], ended?: true) => void
  /** Takes the person's data off the tablet and asks for the next code. */
  readonly leave: () => void
  /** Loads the page again without locking the tablet. */
  readonly reload: () => void
  /** Records a test that has begun, so that the tablet does not begin it a second time. */
  readonly begun: (assignmentId: string, test: NotedTest) => Promise<void>
  /** The questions of a test in another language, as far as the tablet has prepared the same ones. */
  readonly formIn: (test: { assignmentId: string; form: Form }, locale: Locale) => Promise<Form | undefined>
  /** The session has ended. */
  readonly signedOut: () => void
  /** Answers a call in the server's place, from what the tablet has prepared; undefined where it can't. */
  readonly answer: Answer
  /** Opens the supervisor's actions, behind the PIN. */
  readonly supervise: () => void
}

let kiosk: Kiosk | undefined

/** The kiosk that these pages run in; undefined on a person's own device. */
export const kioskHere = (): Kiosk | undefined => kiosk

export function runIn(next: Kiosk | undefined): void {
  kiosk = next
}

// Read before the tablet's own code is there, which no other device loads; the application follows it, too (web/app/tabs.ts).
const markKey = 'terazi.tablet'

/** True if another tab has just made this device a tablet of a test day. */
export const isPreparing = ({ key, newValue }: StorageEvent): boolean => key === markKey && newValue !== null

/** True if this device was made a tablet of a test day. */
export function isTablet(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

/** @throws where storage is denied: a tablet must be able to store answers */
export function markTablet(on: boolean): void {
  // Another value each time: other tabs get an event for a change alone.
  if (on) localStorage.setItem(markKey, String(Date.now()))
  else localStorage.removeItem(markKey)
}
