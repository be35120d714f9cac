import type { OwnBrand } from './brand.ts'
import type { Locale } from './fields.ts'

/** The message by which the form of a brand tells the player in its frame what to show. */
export interface BrandPreviewed {
  readonly page: 'start' | 'end'
  readonly client: string
  readonly brand: OwnBrand
  readonly locale: Locale
  readonly dark: boolean
  /** ISO 8601. */
  readonly now: string
}
