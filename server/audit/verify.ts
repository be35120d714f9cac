import type { Executor } from '#server/db/database.ts'
import { isSigned } from '#server/signing.ts'
import { hashOfEntry, hashOfSeal, textOfRenaming, textOfSeal } from './hashes.ts'
import {
  findSealed,
  findSeals,
  findWalked,
  type Renaming,
  type SealRow,
  type Walked,
} from './seal-queries.ts'

/** The first place where the log is not as it was sealed. */
export interface Broken {
  readonly what:
    | 'seal_missing'
    | 'seal_changed'
    | 'seal_of_other_key'
    | 'signature_wrong'
    | 'entry_missing'
    | 'entry_changed'
    | 'entry_added'
    | 'renaming_forged'
    | 'seal_expected'
  /** The seal's number. */
  readonly seal?: number
  readonly entry?: { readonly id: string; readonly at?: string }
}

export interface Checked {
  seals: number
  /** Entries that are as they were sealed, except for people who were erased since. */
  entries: number
  /** Those in which an erasure replaced a person. */
  erased: number
  /** Written after later ones had been sealed: by a transaction that took long, or by somebody. */
  late: number
  lastLate: { id: string; at: string } | undefined
  /** Sealed hours after their time: nothing ran, or seals were deleted and the server sealed again what had been changed. */
  delayed: number
  lastDelayed: { number: number; sealedAt: string } | undefined
  unsealed: number
  lastSeal: { number: number; hash: string; sealedAt: string } | undefined
  publicKey: string | undefined
  broken: Broken | undefined
}

interface Asked {
  /** undefined: the key of the first seal, which the caller compares. */
  readonly publicKey: string | undefined
  /** The hash of a seal seen earlier, which must still be there. */
  readonly expect: string | undefined
}

const sealsAtOnce = 10
const entriesAtOnce = 5000
// An hour to the next run, and another for what came late.
const delay = 3 * 60 * 60 * 1000

/** Checks the audit log against its seals page by page, beside a server that goes on writing. Stops at the first broken place. */
export async function verifyAudit(db: Executor, asked: Asked): Promise<Checked> {
  const checked: Checked = {
    seals: 0,
    entries: 0,
    erased: 0,
    late: 0,
    delayed: 0,
    unsealed: 0,
    lastLate: undefined,
    lastDelayed: undefined,
    lastSeal: undefined,
    publicKey: asked.publicKey,
    broken: undefined,
  }
  const chain: { reached: string | null; expected: boolean } = {
    reached: null,
    expected: asked.expect === undefined,
  }
  for (;;) {
    const seals = await findSeals(db, checked.seals, sealsAtOnce)
    for (const seal of seals) {
      checked.broken = brokenSeal(seal, checked)
      if (checked.broken) return checked
      checked.broken = await checkEntries(db, seal, { checked, reached: chain.reached })
      if (checked.broken) return checked
      checked.seals += 1
      checked.lastSeal = { number: seal.number, hash: seal.hash, sealedAt: seal.sealedAt }
      chain.reached = seal.reached
      if (seal.hash === asked.expect) chain.expected = true
    }
    if (seals.length < sealsAtOnce) break
  }
  if (!chain.expected) checked.broken = { what: 'seal_expected' }
  else await walk(db, checked, chain.reached)
  return checked
}

function brokenSeal(seal: SealRow, checked: Checked): Broken | undefined {
  const number = checked.seals + 1
  if (seal.number !== number) return { what: 'seal_missing', seal: number }
  checked.publicKey ??= seal.publicKey
  if (hashOfSeal(seal) !== seal.hash) return { what: 'seal_changed', seal: number }
  // Right in itself and in another one's place.
  if (seal.previous !== (checked.lastSeal?.hash ?? null)) return { what: 'seal_changed', seal: number }
  if (seal.publicKey !== checked.publicKey) return { what: 'seal_of_other_key', seal: number }
  if (!isSigned(textOfSeal(seal), seal)) return { what: 'signature_wrong', seal: number }
  return undefined
}

async function checkEntries(
  db: Executor,
  { number, sealedAt, entries, hashes, publicKey }: SealRow,
  { checked, reached }: { checked: Checked; reached: string | null },
): Promise<Broken | undefined> {
  const found = await findSealed(db, entries)
  for (const [place, id] of entries.entries()) {
    const one = found.get(id)
    if (one === undefined) return { what: 'entry_missing', seal: number, entry: { id } }
    const { entry, renamings } = one
    const sealed = hashes.subarray(32 * place, 32 * place + 32)
    const forged = renamings.some(
      ({ before, after, signature }) =>
        !isSigned(textOfRenaming(id, before, after), { publicKey, signature }),
    )
    if (forged) return { what: 'renaming_forged', seal: number, entry }
    const { hash, steps } = renamedFrom(sealed, renamings)
    if (!hash.equals(hashOfEntry(entry))) return { what: 'entry_changed', seal: number, entry }
    checked.entries += 1
    if (steps > 0) checked.erased += 1
    if (reached !== null && entry.at < reached) noteLate(checked, entry)
    if (Date.parse(sealedAt) - Date.parse(entry.at) > delay) {
      checked.delayed += 1
      checked.lastDelayed = { number, sealedAt }
    }
  }
  return undefined
}

/** The hash of an entry after the erasures since it was sealed. */
function renamedFrom(sealed: Buffer, renamings: readonly Renaming[]): { hash: Buffer; steps: number } {
  let hash = sealed
  for (let steps = 0; steps <= renamings.length; steps += 1) {
    const next = renamings.find(({ before }) => before.equals(hash))
    if (next === undefined) return { hash, steps }
    hash = next.after
  }
  // The hashes form a circle, which those of new salts never do.
  return { hash: Buffer.alloc(32), steps: 0 }
}

function noteLate(checked: Checked, { id, at }: { id: string; at: string }): void {
  checked.late += 1
  checked.lastLate = { id, at }
}

/** Finds entries that no seal has: those that the next one gets, and such as somebody added among older ones. */
async function walk(db: Executor, checked: Checked, reached: string | null): Promise<void> {
  let after: Walked | undefined
  do {
    const page = await findWalked(db, { after, reached }, entriesAtOnce)
    for (const entry of page.filter(({ sealed }) => !sealed)) {
      if (entry.came === 'too_late') {
        checked.broken = { what: 'entry_added', entry }
        return
      }
      checked.unsealed += 1
      if (entry.came === 'late') noteLate(checked, entry)
    }
    after = page.length === entriesAtOnce ? page.at(-1) : undefined
  } while (after !== undefined)
}
