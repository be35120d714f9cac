import { createHash } from 'node:crypto'
import type { Brand, logoImage, updateBrand } from '#contract/brand.ts'
import { failingMode, nearestColor } from '#contract/brandColor.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { drawLogo } from '#server/features/access/avatars/picture.ts'
import { brandOf, logoUnder, setBrand, setLogoOf } from '#server/features/memberships/brands/brands.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, By, Context, Visitor } from '#server/http/subject.ts'
import { take } from '#server/throttles/throttles.ts'

/** Refuses a colour that can't be seen in light or dark mode. @throws FieldFailure with the nearest one that can */
export function requireSeen(color: string | undefined): void {
  if (color === undefined || color === '') return
  const mode = failingMode(color)
  if (mode === undefined) return
  const variables = { nearest: nearestColor(color) }
  throw new FieldFailure({
    color:
      mode === 'light' ? { key: 'brand_color_light', variables } : { key: 'brand_color_dark', variables },
  })
}

/** @throws FieldFailure */
export async function changeBrand(
  tx: Tx,
  { id: clientId }: AuthorizedClient,
  change: BodyOf<typeof updateBrand>,
  by: Actor,
): Promise<Brand> {
  requireSeen(change.color)
  const fields = await setBrand(tx, clientId, change)
  if (fields.length > 0) await recordChange(tx, by, clientId, fields)
  return brandOf(tx, clientId)
}

/** Gives a client a logo, at an address of its own. @throws FieldFailure; too_many_requests */
export async function replaceLogo(
  db: Database,
  { id: clientId }: AuthorizedClient,
  file: Uint8Array,
  by: Actor,
): Promise<Brand> {
  await take(db, [{ key: `logo:${by.userId}`, atMost: 60, seconds: 3600 }])
  const drawn = await drawLogo(file)
  // With the client's id, so that nobody finds out by a picture whether somebody uses it.
  const hash = createHash('sha256').update(clientId).update(drawn.image).digest()
  const id = hash.subarray(0, 16).toString('base64url')
  return db.transaction().execute(async (tx) => {
    if (await setLogoOf(tx, clientId, { ...drawn, id })) await recordChange(tx, by, clientId, ['logo'])
    return brandOf(tx, clientId)
  })
}

export async function clearLogo(
  tx: Tx,
  { id: clientId }: AuthorizedClient,
  _query: undefined,
  by: Actor,
): Promise<Brand> {
  if (await setLogoOf(tx, clientId, null)) await recordChange(tx, by, clientId, ['logo'])
  return brandOf(tx, clientId)
}

const recordChange = (tx: Executor, by: By, clientId: string, fields: readonly string[]): Promise<void> =>
  recordAudit(tx, { action: 'brand_changed', by, clientId, details: { fields } })

/** @throws Failure not_found */
export async function logoFile(
  db: Executor,
  _platform: undefined,
  _query: undefined,
  _visitor: Visitor,
  { params: { logoId }, reply }: Context<typeof logoImage>,
): Promise<Buffer> {
  const image = await logoUnder(db, logoId)
  if (image === undefined) throw new Failure('not_found')
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  // A file from a client, even though it was redrawn: opened on its own page, it must run and load nothing.
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  reply.header('content-disposition', 'attachment; filename="logo.png"')
  return image
}
