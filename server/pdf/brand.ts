/** A client's look on paper. */
export interface PaperBrand {
  /** `#rrggbb`; null for the platform's colour. */
  readonly color: string | null
  /** A PNG, as numbers: Typst reads no base64; its size in pixels. */
  readonly logo: { readonly bytes: readonly number[]; readonly width: number; readonly height: number } | null
}
