import { createHmac, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { deliveryText } from '#contract/deliveryText.ts'
import { id } from '#contract/fields.ts'
import { codeIterations } from '#contract/tablets.ts'
import type { Executor } from '#server/db/database.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CurrentJob, defineJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { seal, unseal } from '#server/sealing.ts'
import { findCodesOf, findUnderived, findUnfinishedTablet, insertTabletCode } from './code-queries.ts'
import { codeOf, codeSalt } from './secrets.ts'

const slowly = promisify(pbkdf2)
const purpose = 'terazi tablet code'
const rowOf = (row: { tabletId: string; membershipId: string; codeTurn: number }) =>
  `${row.tabletId} ${row.membershipId} ${row.codeTurn}`

/** The value that both sides derive from a code, so slowly that few can be tried. */
export const derivedOf = (code: string, salt: Buffer): Promise<Buffer> =>
  slowly(code, salt, codeIterations, 32, 'sha256')

const made = (derived: Buffer, what: string) => createHmac('sha256', derived).update(what).digest()

/** The value by which a tablet finds a person: it reveals nothing of what proves a delivery. */
export const checkOf = (derived: Buffer): string => made(derived, 'enters').toString('base64')

/** The proof of a delivery by the person's own code. */
export const proofOf = (derived: Buffer, body: object): Buffer =>
  createHmac('sha256', made(derived, 'proves')).update(deliveryText(body)).digest()

/** Derives what a tablet knows of the codes of its day, one after the other. */
export async function deriveCodes(
  db: Executor,
  slipKey: Buffer,
  key: { clientId: string; tabletId: string },
  {
    signal,
    atMost,
    derive = derivedOf,
  }: { signal?: AbortSignal; atMost?: number; derive?: typeof derivedOf } = {},
): Promise<void> {
  const salt = codeSalt(slipKey, key.tabletId)
  for (const row of await findUnderived(db, key, atMost)) {
    signal?.throwIfAborted()
    const derived = await derive(codeOf(slipKey, row.testDayId, row), salt)
    const { membershipId, codeTurn } = row
    const named = { tabletId: key.tabletId, membershipId, codeTurn }
    const sealed = seal(slipKey, purpose, rowOf(named), derived)
    await insertTabletCode(db, { clientId: key.clientId, ...named, sealed })
  }
}

/** Codes that a client has derived before it is another one's turn: seconds. */
export const codesOfTurn = 20

/** One turn of a client. It then queues again, behind the other clients, until nothing is left. */
export async function deriveNext(
  { clientId }: { clientId: string },
  { db, config: { slipKey } }: JobDeps,
  { signal }: CurrentJob,
  derive = derivedOf,
): Promise<void> {
  const tabletId = await findUnfinishedTablet(db, clientId)
  if (tabletId === undefined) return
  await deriveCodes(db, slipKey, { clientId, tabletId }, { signal, derive, atMost: codesOfTurn })
  await deriveSoon(db, clientId)
}

/**
 * A job, because it takes seconds for some people and minutes for many. One at a time on all servers, so that it never takes more
 * than one processor.
 */
export const deriveTabletCodes = defineJob({
  name: 'derive_tablet_codes',
  payload: z.strictObject({ clientId: id }),
  queue: 'tablet_codes',
  run: (key, deps, current) => deriveNext(key, deps, current),
})

export const testDayJobs = [deriveTabletCodes]

/** Derives what a client's tablets lack. Asked again and again while it waits, it keeps its place. */
export const deriveSoon = (tx: Executor, clientId: string): Promise<void> =>
  addJob(tx, deriveTabletCodes, { clientId }, { jobKey: `tablet_codes:${clientId}`, keepPlace: true })

/**
 * The values by which the tablet finds people, by their numbers.
 * @returns undefined where some are not derived yet
 */
export async function checksOf(
  db: Executor,
  slipKey: Buffer,
  key: { clientId: string; tabletId: string; testDayId: string },
): Promise<Record<string, string> | undefined> {
  if ((await findUnderived(db, key)).length > 0) return undefined
  const rows = await findCodesOf(db, key, {})
  return Object.fromEntries(
    rows
      .filter(({ current }) => current)
      .map((row) => [
        String(row.codeNumber).padStart(3, '0'),
        checkOf(unseal(slipKey, purpose, rowOf(row), row.sealed)),
      ]),
  )
}

/** Tells whether the code of the test's person proved a delivery: the one they have, or one that was replaced. */
export async function provedBy(
  db: Executor,
  slipKey: Buffer,
  key: { clientId: string; tabletId: string; testDayId: string; assignmentId: string },
  body: object,
  proof: string,
): Promise<'code' | 'replaced_code' | undefined> {
  const given = Buffer.from(proof, 'base64')
  for (const row of await findCodesOf(db, key, { assignmentId: key.assignmentId })) {
    const expected = proofOf(unseal(slipKey, purpose, rowOf(row), row.sealed), body)
    if (given.length === expected.length && timingSafeEqual(given, expected))
      return row.current ? 'code' : 'replaced_code'
  }
  return undefined
}
