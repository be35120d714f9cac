import { type Selectable, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import type { TargetRange } from '#contract/job-profiles.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { JobProfiles } from '#server/db/client-tables.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import type { Slice } from '#server/http/pages.ts'

const columns = [
  'id',
  'inventory_id',
  'version_id',
  'name',
  'ranges',
  'people',
  'created_at',
  'changed_at',
  'archived_at',
] as const

export interface JobProfileRow extends Pick<Selectable<JobProfiles>, (typeof columns)[number]> {
  /** Names. */
  created_by: string
  changed_by: string
}

export interface Filter {
  readonly id?: string
  readonly inventoryId?: string | undefined
  readonly archived?: boolean | undefined
  readonly search?: string | undefined
}

function conditions(client: AuthorizedClient, { id, inventoryId, archived, search }: Filter) {
  const found = [sql`p.client_id = ${client.id}`]
  if (id !== undefined) found.push(sql`p.id = ${id}`)
  if (inventoryId !== undefined) found.push(sql`p.inventory_id = ${inventoryId}`)
  if (archived !== undefined)
    found.push(archived ? sql`p.archived_at IS NOT NULL` : sql`p.archived_at IS NULL`)
  if (search) found.push(sql`fold_text(p.name) LIKE ${`%${likeText(foldText(search))}%`}`)
  return sql`${sql.join(found, sql` AND `)}`
}

const orders = {
  name: sql`fold_text(p.name), p.id`,
  '-name': sql`fold_text(p.name) DESC, p.id DESC`,
  changedAt: sql`p.changed_at, p.id`,
  '-changedAt': sql`p.changed_at DESC, p.id DESC`,
}

export async function findProfiles(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
  order: keyof typeof orders,
  { limit, offset }: Slice,
): Promise<{ count: number; rows: JobProfileRow[] }> {
  const where = conditions(client, filter)
  const total = await sql<{ count: number }>`
    SELECT count(*) AS count FROM job_profiles p WHERE ${where}`.execute(db)
  const { rows } = await sql<JobProfileRow>`
    SELECT ${columnsOf('p', columns)}, maker.name AS created_by, changer.name AS changed_by
    FROM job_profiles p JOIN users maker ON maker.id = p.created_by JOIN users changer ON changer.id = p.changed_by
    WHERE ${where} ORDER BY ${orders[order]} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

export async function findProfile(
  db: Executor,
  client: AuthorizedClient,
  id: string,
): Promise<JobProfileRow | undefined> {
  const { rows } = await findProfiles(db, client, { id }, 'name', { limit: 1, offset: 0 })
  return rows[0]
}

export interface NewProfile {
  readonly id: string
  readonly inventoryId: string
  readonly versionId: string
  readonly name: string
  readonly ranges: readonly TargetRange[]
  readonly people: number | null
  readonly by: string
}

/** @returns false where another profile of the test that is offered has the name */
export async function insertProfile(
  tx: Tx,
  client: AuthorizedClient,
  { inventoryId, versionId, ranges, by, ...profile }: NewProfile,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('job_profiles')
    .values({
      client_id: client.id,
      ...profile,
      inventory_id: inventoryId,
      version_id: versionId,
      ranges: JSON.stringify(ranges),
      created_by: by,
      changed_by: by,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Locks the profiles of a client's test, so that two who give one a name see each other's. */
export async function lockProfiles(tx: Tx, client: AuthorizedClient, inventoryId: string): Promise<void> {
  await sql`SELECT FROM job_profiles WHERE client_id = ${client.id} AND inventory_id = ${inventoryId}
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
}

/** True if another profile of the test that is offered has the name. */
export async function isNamed(
  db: Executor,
  client: AuthorizedClient,
  { id, inventoryId, name }: { id: string; inventoryId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM job_profiles WHERE client_id = ${client.id} AND inventory_id = ${inventoryId}
      AND fold_text(name) = fold_text(${name}) AND archived_at IS NULL AND id <> ${id}`.execute(db)
  return rows.length > 0
}

export async function updateProfile(
  tx: Tx,
  client: AuthorizedClient,
  id: string,
  {
    ranges,
    archived,
    ...set
  }: {
    name: string
    version_id: string
    ranges: readonly TargetRange[]
    archived: boolean
    changed_by: string
  },
): Promise<void> {
  await tx
    .updateTable('job_profiles')
    .set({
      ...set,
      ranges: JSON.stringify(ranges),
      changed_at: sql<Date>`now()`,
      archived_at: archived ? sql<Date>`coalesce(archived_at, now())` : null,
    })
    .where('client_id', '=', client.id)
    .where('id', '=', id)
    .execute()
}

export interface PersonScore {
  membership_id: string
  key: string
  value: number
  se: number | null
}

/** The number of these assignments that a client has. */
export async function countAssignments(
  db: Executor,
  client: AuthorizedClient,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM assignments
    WHERE client_id = ${client.id} AND id = ANY (${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** The scores of these assignments by one version of a test: of each person's newest, without those that a legal hold keeps. */
export async function findPeopleScores(
  db: Executor,
  client: AuthorizedClient,
  { versionId, assignmentIds }: { versionId: string; assignmentIds: readonly string[] },
): Promise<PersonScore[]> {
  const { rows } = await sql<PersonScore>`
    WITH newest AS (
      SELECT DISTINCT ON (a.membership_id) a.client_id, a.membership_id, a.id FROM assignments a
      WHERE a.client_id = ${client.id} AND a.id = ANY (${assignmentIds}::uuid[]) AND a.restricted_at IS NULL
        AND EXISTS (SELECT FROM result_scores s
          WHERE s.client_id = a.client_id AND s.assignment_id = a.id AND s.version_id = ${versionId})
      ORDER BY a.membership_id, a.ended_at DESC, a.id DESC
    )
    SELECT n.membership_id, s.key, s.value, s.se
    FROM newest n JOIN result_scores s ON s.client_id = n.client_id AND s.assignment_id = n.id AND s.version_id = ${versionId}`.execute(
    db,
  )
  return rows
}
