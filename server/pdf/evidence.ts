import type { Locale } from '#contract/fields.ts'

interface Fact {
  readonly label: string
  readonly value: string
}

/** Everything that a client did with personal data, as finished text to read. */
export interface EvidencePage {
  readonly locale: Locale
  readonly title: string
  readonly lead: string
  readonly facts: readonly Fact[]
  readonly sections: readonly {
    readonly title: string
    /** Said below the title: that there is nothing, or that the file has more. */
    readonly note: string
    /** Entries too long for a table. */
    readonly cards: readonly (readonly Fact[])[]
    readonly heads: readonly string[]
    readonly rows: readonly (readonly string[])[]
  }[]
  readonly seal: {
    readonly title: string
    readonly text: string
    readonly facts: readonly Fact[]
    /** The signed JSON, attached to the PDF. */
    readonly file: string
  }
  readonly page: string
}
