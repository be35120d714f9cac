import { hash, randomBytes } from 'node:crypto'
import { dayIn } from '#contract/clock.ts'
import { addressOf } from '#contract/pages.ts'
import type { checkCopy, ReportCopy } from '#contract/report-copies.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { findCopy, insertCopies, type NewCopy } from './queries.ts'

/** Looks of one network in a minute: an office that checks a folder of files, and no machine that guesses. */
const maxLooks = 120

/** The id of a copy: 128 random bits as 22 URL-safe characters. */
export const newCopyId = (): string => randomBytes(16).toString('base64url')

/** The address at which everybody who has a copy sees whether it is real. */
export const copyAddress = (publicUrl: string, copyId: string): string =>
  publicUrl + addressOf('checkCopy', { copyId })

export const hashOf = (file: Uint8Array): Buffer => hash('sha256', file, 'buffer')

/** Keeps what checks copies that were made. A result that is gone meanwhile gets none. */
export async function keepCopies(db: Executor, clientId: string, copies: readonly NewCopy[]): Promise<void> {
  await insertCopies(db, clientId, copies)
}

/** The person and test of a copy. @throws Failure not_found for everything else, alike; too_many_requests */
export async function checkedCopy(
  db: Database,
  _platform: undefined,
  _input: undefined,
  { address, locale }: Visitor,
  { params }: Context<typeof checkCopy>,
): Promise<ReportCopy> {
  await take(db, [{ key: `copy:${networkOf(address)}`, atMost: maxLooks, seconds: 60 }])
  const found = await findCopy(db, params.copyId)
  if (found === undefined) throw new Failure('not_found')
  const version = await getVersion(db, found.version_id)
  return {
    initials: initialsOf(found.person_name),
    test: nameOf(version, locale),
    completedOn: dayIn(found.closed_at.toISOString(), found.time_zone),
    serial: found.serial,
    client: found.client,
    sha256: found.sha256.toString('hex'),
  }
}

/** The first letter of each part of a name, such as `A. Y.`, with what belongs to the letter. */
function initialsOf(name: string): string {
  const letters = new Intl.Segmenter('tr', { granularity: 'grapheme' })
  return name
    .split(/\s+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .flatMap((part) => [...letters.segment(part)].slice(0, 1))
    .map(({ segment }) => `${segment.toLocaleUpperCase('tr')}.`)
    .join(' ')
}
