import { sql } from 'kysely'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { pastPayment, pastTransaction } from '#server/demo-bank/state.ts'

/** Moves an assignment of the demo into the past, so that lists and dates look like a month of work. */
export async function backdate(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  past: { createdDaysAgo: number; startedDaysAgo: number; minutes: number },
): Promise<void> {
  const { clientId, assignmentId } = key
  const created = sql`now() - make_interval(secs => ${past.createdDaysAgo * 86_400}::float8)`
  const started = sql`now() - make_interval(secs => ${past.startedDaysAgo * 86_400}::float8)`
  const took = sql`make_interval(secs => ${past.minutes * 60}::float8)`
  await sql`
    UPDATE assignments SET created_at = ${created}, started_at = ${started},
      ended_at = CASE WHEN ended_at IS NOT NULL THEN ${started} + ${took} END
    WHERE client_id = ${clientId} AND id = ${assignmentId}`.execute(db)
  await sql`
    UPDATE attempts SET started_at = ${started}, deadline = ${started} + (deadline - started_at),
      closed_at = CASE WHEN closed_at IS NOT NULL THEN ${started} + ${took} END
    WHERE client_id = ${clientId} AND assignment_id = ${assignmentId}`.execute(db)
  await sql`
    UPDATE memberships m SET joined_at = least(m.joined_at, a.created_at) FROM assignments a
    WHERE a.client_id = ${clientId} AND a.id = ${assignmentId} AND m.client_id = a.client_id AND m.id = a.membership_id`.execute(
    db,
  )
}

/** Two short interruptions and a second device, as they happen to people: what a report shows of them. */
export async function interrupt(
  db: Executor,
  { clientId, assignmentId }: { clientId: string; assignmentId: string },
): Promise<void> {
  await sql`
    INSERT INTO attempt_signals (client_id, attempt_id, kind, happened_at, seconds, device)
    SELECT t.client_id, t.id, s.kind, t.started_at + make_interval(mins => s.minutes), s.seconds, s.device
    FROM attempts t, (VALUES ('opened', 0, NULL, 'phone'), ('away', 3, 42, NULL), ('away', 5, 17, NULL),
      ('opened', 6, NULL, 'computer')) AS s (kind, minutes, seconds, device)
    WHERE t.client_id = ${clientId} AND t.assignment_id = ${assignmentId}`.execute(db)
}

/** The first completed assignments of a test, in the order in which they were made. */
export async function completedOf(
  db: Executor,
  clientId: string,
  code: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM assignments a JOIN inventories i ON i.id = a.inventory_id
    WHERE a.client_id = ${clientId} AND a.status = 'completed' AND i.code = ${code} ORDER BY a.id LIMIT ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Moves the clocks of sections to where an attempt began. */
export async function backdateSections(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  { startedDaysAgo }: { startedDaysAgo: number },
): Promise<void> {
  const started = sql`now() - make_interval(secs => ${startedDaysAgo * 86_400}::float8)`
  await sql`
    UPDATE attempt_sections s SET started_at = ${started}, deadline = ${started} + (s.deadline - s.started_at)
    FROM attempts t
    WHERE t.client_id = ${key.clientId} AND t.assignment_id = ${key.assignmentId}
      AND s.client_id = t.client_id AND s.attempt_id = t.id`.execute(db)
}

/** Moves an order of the demo, with all that happened to it, so many days into the past. */
export async function backdateOrder(
  db: Executor,
  order: { clientId: string; id: string },
  daysAgo: number,
): Promise<void> {
  const back = sql`make_interval(days => ${daysAgo}::int)`
  const of = sql`client_id = ${order.clientId} AND order_id = ${order.id}`
  await sql`
    UPDATE orders SET created_at = created_at - ${back}, updated_at = updated_at - ${back},
      terms_accepted_at = terms_accepted_at - ${back}, due_at = due_at - ${back},
      settled_at = settled_at - ${back}, cancelled_at = cancelled_at - ${back}, reminders_sent = 2
    WHERE client_id = ${order.clientId} AND id = ${order.id}`.execute(db)
  await sql`UPDATE order_events SET at = at - ${back} WHERE ${of}`.execute(db)
  await sql`UPDATE payments SET created_at = created_at - ${back}, updated_at = updated_at - ${back} WHERE ${of}`.execute(
    db,
  )
  await sql`
    UPDATE invoices SET issued_at = issued_at - ${back}, content = content
      || jsonb_build_object('issuedAt', to_char(issued_at - ${back}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                            'paidAt', to_char(issued_at - ${back}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    WHERE ${of}`.execute(db)
}

/** A card payment as the demo bank would have taken it. */
export async function insertDemoPayment(
  db: Executor,
  payment: {
    clientId: string
    orderId: string
    by: string
    lines: readonly { inventoryId: string; kurus: number }[]
  },
): Promise<void> {
  const id = newId()
  const kurus = payment.lines.reduce((sum, line) => sum + line.kurus, 0)
  const card = {
    lastFourDigits: '0008',
    cardType: 'CREDIT_CARD',
    cardFamily: 'Paraf',
    cardAssociation: 'MASTER_CARD',
    installment: 1,
  }
  await db
    .insertInto('payments')
    .values({
      client_id: payment.clientId,
      id,
      order_id: payment.orderId,
      provider: 'iyzico',
      state: 'succeeded',
      amount_kurus: kurus,
      paid_kurus: kurus,
      installment: 1,
      provider_payment_id: pastPayment(id),
      card: JSON.stringify(card),
      items: JSON.stringify(
        payment.lines.map((line, at) => ({
          id: line.inventoryId,
          transactionId: pastTransaction(id, at, line.kurus),
          paidKurus: line.kurus,
        })),
      ),
      created_by: payment.by,
    })
    .execute()
}

/** Takes the orders' mails out of the queue. */
export async function withoutMails(db: Executor): Promise<void> {
  await sql`
    DELETE FROM graphile_worker._private_jobs WHERE task_id IN (
      SELECT id FROM graphile_worker._private_tasks
      WHERE identifier IN ('send_order_settled', 'send_invoice', 'send_order_cancelled', 'send_transfer_instructions'))`.execute(
    db,
  )
}

/** Everybody in the demo was added before the work began, and those who worked had confirmed their address. */
export async function backdateAccounts(db: Executor): Promise<void> {
  await sql`UPDATE clients SET created_at = now() - interval '40 days'`.execute(db)
  await sql`
    UPDATE users u SET created_at = least(u.created_at, coalesce(
      (SELECT min(m.joined_at) FROM memberships m WHERE m.user_id = u.id), now() - interval '40 days')),
      email_verified_at = coalesce(u.email_verified_at,
        (SELECT min(a.started_at) FROM assignments a WHERE a.user_id = u.id),
        (SELECT min(o.created_at) FROM orders o WHERE o.created_by = u.id))`.execute(db)
}

export interface AssignmentRow {
  id: string
  user_id: string
  version_id: string
  name: string
  client_id: string
  client_name: string
  inventory_id: string
}

export async function assignmentsOf(db: Executor, clientId: string): Promise<AssignmentRow[]> {
  return db
    .selectFrom('assignments as assignment')
    .innerJoin('memberships as membership', (join) =>
      join
        .onRef('membership.client_id', '=', 'assignment.client_id')
        .onRef('membership.id', '=', 'assignment.membership_id'),
    )
    .innerJoin('clients as client', 'client.id', 'assignment.client_id')
    .where('assignment.client_id', '=', clientId)
    .select([
      'assignment.id',
      'assignment.user_id',
      'assignment.version_id',
      'membership.name',
      'assignment.client_id',
      'client.name as client_name',
      'assignment.inventory_id',
    ])
    .orderBy('assignment.id')
    .execute()
}

/**
 * True when a process died while it seeded the demo: its superuser came first, and their password would have come last.
 */
export async function isUnfinishedDemo(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users
    WHERE email = 'superuser@demo.test' AND authority @> '{superuser}' AND password_hash IS NULL`.execute(db)
  return rows.length > 0
}

/** Removes all people and clients and what belongs to them; inventories stay. For an unfinished demo alone. */
export async function removeEverybody(db: Database): Promise<void> {
  // The record and its seals are append-only for everybody; of half a demo nothing stays, so their guard rests for this one statement.
  const record = ['audit_entries', 'audit_seals', 'audit_renamings'].map((name) => sql.table(name))
  await db.transaction().execute(async (tx) => {
    for (const table of record) await sql`ALTER TABLE ${table} DISABLE TRIGGER USER`.execute(tx)
    await sql`TRUNCATE users, clients, demo_mails, throttles, audit_seals, audit_renamings CASCADE`.execute(
      tx,
    )
    for (const table of record) await sql`ALTER TABLE ${table} ENABLE TRIGGER USER`.execute(tx)
  })
}

/** The memberships of people by their names. */
export async function findMembershipsByName(
  db: Executor,
  clientId: string,
  names: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('id')
    .where('client_id', '=', clientId)
    .where('name', 'in', names)
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives a share a link and a PIN that are known beforehand. */
export async function knowShare(
  tx: Executor,
  { clientId, id }: { clientId: string; id: string },
  { token, pin }: { token: Buffer; pin: Buffer },
): Promise<void> {
  await tx
    .updateTable('shares')
    .set({ token_hash: token, pin_hash: pin })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
