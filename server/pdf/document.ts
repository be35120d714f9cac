import type { Locale } from '#contract/fields.ts'

interface Party {
  readonly label: string
  readonly name: string
  readonly lines: readonly string[]
}

/** A page of business paper: an invoice, a proforma or the statement of a refund. All of it is finished text. */
export interface BusinessDocument {
  readonly locale: Locale
  readonly title: string
  /** Said in a bar at the top, such as that this is a draft. */
  readonly warning: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly from: Party
  readonly to: Party
  /** Details for the payment in large letters, for somebody who copies them. */
  readonly pay: readonly { readonly label: string; readonly value: string }[]
  readonly payTitle: string
  readonly table: { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }
  readonly totals: readonly { readonly label: string; readonly value: string; readonly strong: boolean }[]
  readonly notes: readonly string[]
  readonly page: string
}
