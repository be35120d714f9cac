import type { Brand, BrandLook, OwnBrand, updateBrand } from '#contract/brand.ts'
import { textOn } from '#contract/brandColor.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { PaperBrand } from '#server/pdf/brand.ts'
import type { HeadLook } from '#server/sheets/xlsx.ts'
import { type BrandRow, changeBrand, findBrand, findLogo, lockBrand } from './queries.ts'

export type { BrandRow }

/** A logo that was redrawn, and the secret part of its address. */
export interface DrawnLogo {
  readonly id: string
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

const logoOf = ({ logo_id: id, logo_width: width, logo_height: height }: BrandRow): Brand['logo'] =>
  id === null || width === null || height === null ? null : { url: `/logos/${id}/`, width, height }

/** A brand as its managers edit it. */
export function toBrand(row: BrandRow | undefined): Brand {
  return {
    color: row?.color ?? '',
    senderName: row?.sender_name ?? '',
    introTr: row?.intro_tr ?? '',
    introEn: row?.intro_en ?? '',
    thanksTr: row?.thanks_tr ?? '',
    thanksEn: row?.thanks_en ?? '',
    logo: row === undefined ? null : logoOf(row),
  }
}

/** The look of a brand; undefined where there is nothing of its own to see. */
export function lookOf({ logo, color }: Pick<Brand, 'logo' | 'color'>): BrandLook | undefined {
  if (logo === null && color === '') return undefined
  return color === '' ? { logo, color: null, textColor: null } : { logo, color, textColor: textOn(color) }
}

/** A brand as somebody sees it who takes a test; undefined where there is nothing of it. */
export function ownBrandOf(row: BrandRow | undefined, locale: Locale): OwnBrand | undefined {
  const brand = toBrand(row)
  const [intro, thanks] = locale === 'tr' ? [brand.introTr, brand.thanksTr] : [brand.introEn, brand.thanksEn]
  const look = lookOf(brand)
  if (look === undefined && intro === '' && thanks === '') return undefined
  return { ...(look ?? { logo: null, color: null, textColor: null }), intro, thanks }
}

/** The same of a client. */
export const ownBrandAt = async (
  db: Executor,
  clientId: string,
  locale: Locale,
): Promise<OwnBrand | undefined> => ownBrandOf(await findBrand(db, clientId), locale)

/** The brand of a client as its managers edit it. */
export const brandOf = async (db: Executor, clientId: string): Promise<Brand> =>
  toBrand(await findBrand(db, clientId))

/** A client's own words before tests, in a language; empty for none. */
export async function introOf(db: Executor, clientId: string, locale: Locale): Promise<string> {
  const { introTr, introEn } = await brandOf(db, clientId)
  return locale === 'tr' ? introTr : introEn
}

/** The look of a client's pages; undefined for one without a brand. */
export const brandLookOf = async (db: Executor, clientId: string): Promise<BrandLook | undefined> =>
  lookOf(await brandOf(db, clientId))

/** A client's colours on the headings of an Excel file; undefined for one without a colour. */
export async function headLookOf(db: Executor, clientId: string): Promise<HeadLook | undefined> {
  const { color, textColor } = (await brandLookOf(db, clientId)) ?? { color: null, textColor: null }
  return color === null || textColor === null ? undefined : { backgroundColor: color, textColor }
}

/** A client's brand, and the picture of its logo where it has one. */
export async function drawnBrandOf(
  db: Executor,
  clientId: string,
): Promise<Brand & { image: Buffer | undefined }> {
  const row = await findBrand(db, clientId)
  const image = row?.logo_id == null ? undefined : await findLogo(db, row.logo_id)
  return { ...toBrand(row), image }
}

/** The look of a client's paper; undefined for one without a brand. */
export async function paperBrandOf(db: Executor, clientId: string): Promise<PaperBrand | undefined> {
  const { image, ...brand } = await drawnBrandOf(db, clientId)
  const look = lookOf(brand)
  return look && onPaper(look, image)
}

/** A look with its picture, as paper takes it. */
export const onPaper = ({ color, logo }: BrandLook, image: Buffer | undefined): PaperBrand => ({
  color,
  logo: logo === null || image === undefined ? null : { ...logo, bytes: [...image] },
})

type Typed = BodyOf<typeof updateBrand>

/**
 * Changes a brand.
 * @returns the names of the fields that are different now
 */
export async function setBrand(
  tx: Tx,
  clientId: string,
  { color, senderName, introTr, introEn, thanksTr, thanksEn }: Typed,
): Promise<string[]> {
  const before = await lockBrand(tx, clientId)
  const wanted = {
    color,
    sender_name: senderName,
    intro_tr: introTr,
    intro_en: introEn,
    thanks_tr: thanksTr,
    thanks_en: thanksEn,
  }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== Reflect.get(before, field),
  )
  if (changed.length > 0) await changeBrand(tx, clientId, Object.fromEntries(changed))
  return changed.map(([field]) => field)
}

/**
 * Puts a logo in the place of the last one, or takes it away.
 * @returns true where another one was there
 */
export async function setLogoOf(tx: Tx, clientId: string, logo: DrawnLogo | null): Promise<boolean> {
  const before = await lockBrand(tx, clientId)
  const id = logo?.id ?? null
  if (before.logo_id === id) return false
  await changeBrand(tx, clientId, {
    logo: logo?.image ?? null,
    logo_id: id,
    logo_width: logo?.width ?? null,
    logo_height: logo?.height ?? null,
  })
  return true
}

/** The picture under an address; undefined for one that leads nowhere. */
export const logoUnder = (db: Executor, logoId: string): Promise<Buffer | undefined> => findLogo(db, logoId)
