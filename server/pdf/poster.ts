import type { Locale } from '#contract/fields.ts'

/** A page to hang on a wall: who asks, for what, and a QR code. All of it is finished text. */
export interface Poster {
  readonly locale: Locale
  readonly title: string
  readonly client: string
  readonly name: string
  readonly lead: string
  readonly scan: string
  readonly type: string
  readonly address: string
  readonly steps: readonly string[]
  readonly testsTitle: string
  readonly tests: readonly string[]
  readonly until: string
  readonly link: string
  /** The QR code's text for screen readers. */
  readonly alt: string
}
