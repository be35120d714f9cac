import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { getRegistrationPage } from '#contract/registering.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { announcedMinutes } from '#server/features/delivery/attempts/clock/time.ts'
import { enabledInventories } from '#server/features/inventories/enablement.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { ownBrandAt } from '#server/features/memberships/brands/brands.ts'
import { Failure } from '#server/http/failure.ts'
import type { Visitor } from '#server/http/subject.ts'
import { noticeFor } from './notice.ts'
import { findContact, findRegistration, isOver, type Key, type RegistrationRow } from './queries.ts'
import { issueToken } from './tickets.ts'

/** True when it was closed, or its test day was. */
export const isClosed = ({ closed_at: closed, day_closed: day }: RegistrationRow): boolean =>
  closed !== null || day

/** Tells whether somebody new may register now. */
export async function stateOf(
  db: Executor,
  client: AuthorizedClient,
  row: RegistrationRow,
): Promise<'open' | 'full' | 'closed'> {
  if (isClosed(row) || client.status !== 'active') return 'closed'
  if (await isOver(db, client.id, row.ends_on)) return 'closed'
  const enabled = await enabledInventories(db, client.id)
  if (!row.inventory_ids.every((id) => enabled.has(id))) return 'closed'
  return row.people.accepted + row.people.waiting < row.cap ? 'open' : 'full'
}

/** The same of a registration by its key. */
export async function stateNow(db: Executor, key: Key): Promise<'open' | 'full' | 'closed'> {
  const row = await findRegistration(db, key)
  return row === undefined ? 'closed' : stateOf(db, await clientOfJob(db, key.clientId), row)
}

/** The page that a registration's link opens. */
export async function showPage(
  db: Database,
  key: Key,
  _query: undefined,
  { locale, address }: Visitor,
): Promise<AnswerOf<typeof getRegistrationPage>> {
  const token = await issueToken(db, address)
  const row = await findRegistration(db, key)
  if (row === undefined) throw new Failure('not_found')
  const client = await clientOfJob(db, key.clientId)
  const contact = await findContact(db, key.clientId)
  const brand = await ownBrandAt(db, key.clientId, locale)
  const versions = await currentVersions(db)
  return {
    client: { ...contact, ...(brand && { brand }) },
    name: row.name,
    tests: row.inventory_ids.flatMap((id) => {
      const version = versions.find((known) => known.inventoryId === id)
      return version
        ? [{ name: nameOf(version, locale), minutes: announcedMinutes(version.definition, noAccommodations) }]
        : []
    }),
    testDay:
      row.day_place === null || row.due_date === null ? null : { place: row.day_place, day: row.due_date },
    dueDate: row.due_date,
    endsOn: row.ends_on,
    approval: row.approval,
    state: await stateOf(db, client, row),
    notice: noticeFor(contact, locale),
    token,
  }
}
