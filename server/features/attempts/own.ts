import type { Locale } from '#contract/fields.ts'
import type { OwnAssignment } from '#contract/participant.ts'
import type { Executor } from '#server/db/database.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { findOwn, type OwnRow } from './own-queries.ts'
import { findConsents } from './taking-queries.ts'

/** An assignment as the person sees it who takes it. */
export async function ownObject(db: Executor, row: OwnRow, locale: Locale): Promise<OwnAssignment> {
  const version = await getVersion(db, row.version_id)
  const { definition } = version
  const texts = definition.texts[locale]
  const running = row.status === 'pending' && row.attempt_id !== null
  return {
    id: row.id,
    client: { name: row.client_name, phone: row.client_phone },
    inventory: { code: definition.code, name: texts.name, description: texts.description },
    description: row.description,
    status: effectiveStatus(row),
    locale: row.attempt_locale ?? row.assignment_locale,
    minutes: definition.minutes,
    itemCount: version.itemCount,
    createdAt: row.created_at.toISOString(),
    dueDate: row.due_date,
    timeZone: row.time_zone,
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.status === 'completed' ? (row.ended_at?.toISOString() ?? null) : null,
    deadline: running ? (row.deadline?.toISOString() ?? null) : null,
    answered: row.answered,
    receipt: row.receipt,
    reportVisible: row.status === 'completed' && definition.participantReport,
  }
}

// The job that closes what is over runs each minute; nobody is shown a test as open in between.
function effectiveStatus(row: OwnRow): OwnAssignment['status'] {
  if (row.status !== 'pending') return row.status
  if (row.attempt_id === null) return row.overdue ? 'expired' : 'pending'
  return (row.deadline === null ? row.overdue : row.deadline_passed) ? 'completed' : 'pending'
}

/** A person's assignments, of one client where they came by its invitation. */
export async function ownList(
  db: Executor,
  { userId, name, invitationClientId }: Pick<Caller, 'userId' | 'name' | 'invitationClientId'>,
  locale: Locale,
) {
  const rows = await findOwn(db, { userId, clientId: invitationClientId })
  const results = await Promise.all(rows.map((row) => ownObject(db, row, locale)))
  return { name: rows[0]?.person_name ?? name, serverTime: new Date().toISOString(), results }
}

/** With what comes before the first answer: notices and the lines of the pre-test page. */
export async function ownDetail(db: Executor, row: OwnRow, locale: Locale) {
  const [own, version, consents] = [
    await ownObject(db, row, locale),
    await getVersion(db, row.version_id),
    await findConsents(db, { clientId: row.client_id, assignmentId: row.id }),
  ]
  const { notices, ...before } = beforeTest(version.definition, locale)
  return {
    ...own,
    personName: row.person_name,
    notices: notices.map((notice) => {
      const given = consents.find(
        (one) => one.notice_id === notice.id && one.notice_version === notice.version,
      )
      return { ...notice, acceptedAt: given?.accepted_at.toISOString() ?? null }
    }),
    ...before,
    timed: version.definition.timeLimitSeconds !== undefined,
    serverTime: new Date().toISOString(),
  }
}
