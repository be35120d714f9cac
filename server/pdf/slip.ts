import { create } from 'qrcode'
import type { Locale } from '#contract/fields.ts'
import type { PaperBrand } from './brand.ts'

/** The content of one slip of paper, in the language of its recipient. */
export interface Slip {
  readonly locale: Locale
  readonly client: string
  readonly name: string
  /** Words that distinguish the person from a namesake: staff number and group; empty where there is neither. */
  readonly known: string
  readonly lead: string
  readonly tests: readonly string[]
  readonly due: string
  readonly scan: string
  /** Instructions for people without a camera, with the short address in it. */
  readonly type: string
  readonly address: string
  /** The target of the short address. */
  readonly page: string
  /** The code to type, in groups. */
  readonly code: readonly string[]
  readonly personal: string
  /** The QR code's text for screen readers. */
  readonly alt: string
  readonly link: string
  readonly linkLines: readonly string[]
}

/** The slips of one file. */
export interface SlipSheet {
  readonly title: string
  readonly locale: Locale
  readonly slips: readonly Slip[]
  /** The look of their client; null for the platform's. */
  readonly brand: PaperBrand | null
}

/** The address as a QR code: an SVG of one path, dark on nothing, without a margin. */
export function qrSvg(link: string): string {
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let width = 0
      while (x + width < size && modules.get(y, x + width)) width += 1
      if (width > 0) path += `M${x} ${y}h${width}v1h-${width}z`
      x += width
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`
}
