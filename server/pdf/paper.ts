import type { Locale } from '#contract/fields.ts'
import type { PaperBrand } from './brand.ts'

/** A heading with what is said under it; all of it is finished text. */
export interface PaperPart {
  readonly level: 2 | 3 | 4
  readonly heading: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: readonly string[]
  /** A JPEG, as numbers: Typst reads no base64. */
  readonly picture: { readonly bytes: readonly number[]; readonly alt: string } | null
  readonly table: { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] } | null
}

/** Pages to read: facts, sentences and tables under headings. */
export interface Paper {
  readonly locale: Locale
  readonly title: string
  readonly lead: readonly string[]
  /** The word before a page's number. */
  readonly page: string
  readonly parts: readonly PaperPart[]
  /** The client in whose name it is written, with its look. */
  readonly brand?: { readonly look: PaperBrand; readonly client: string } | undefined
}
