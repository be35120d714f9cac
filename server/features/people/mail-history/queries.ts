import { sql } from 'kysely'
import { inReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

export interface MailRow {
  id: string
  kind: string
  client: string | null
  address: string
  at: Date
  outcome: 'sent' | 'retrying' | 'failed'
  failure: 'address_refused' | 'not_sent' | 'unconfirmed' | null
  failure_code: string
  tries: number
  opened_at: Date | null
}

export interface Which {
  userId: string
  /** Null: of all clients, and about the account. */
  clientId: string | null
  /** The client where its reader may see some people only: of mails, those from while the person was among them. */
  limited?: ReadableClient | undefined
}

/** Mails name no membership, so their time says which one they were for. */
const whileInReach = (client: ReadableClient) => sql`AND EXISTS (SELECT FROM memberships m
  WHERE ${inReach(client, 'm', 'm')} AND m.user_id = p.user_id
    AND p.at >= m.joined_at AND (m.removed_at IS NULL OR p.at < m.removed_at))`

/** Mails to a person, the newest first unless asked for otherwise. */
export async function findMails(
  db: Executor,
  { userId, clientId, limited }: Which,
  { limit, offset, oldestFirst = false }: Slice & { oldestFirst?: boolean },
): Promise<{ count: number; rows: MailRow[] }> {
  const mine = sql`p.user_id = ${userId} AND (${clientId}::uuid IS NULL OR p.client_id = ${clientId}::uuid)
    ${limited ? whileInReach(limited) : sql``}`
  const order = sql.raw(oldestFirst ? 'ASC' : 'DESC')
  const { rows } = await sql<MailRow>`
    SELECT p.id, p.kind, c.name AS client, p.address, p.at, p.outcome, p.failure, p.failure_code, p.tries,
           CASE l.purpose WHEN 'invitation' THEN l.opened_at ELSE l.used_at END AS opened_at
    FROM person_mails p
    LEFT JOIN clients c ON c.id = p.client_id
    LEFT JOIN one_time_links l ON l.token_hash = p.link_hash
    WHERE ${mine} ORDER BY p.at ${order}, p.id ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const counted = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM person_mails p WHERE ${mine}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}
