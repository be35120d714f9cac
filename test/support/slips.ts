import { sql } from 'kysely'
import { readSlipCode } from '#contract/slipCode.ts'
import type { Database } from '#server/db/database.ts'
import { newSeed, printedSecrets } from '#server/secrets.ts'
import { pdfText } from '#test/pdf.ts'
import { addClient } from './invited.ts'

/** The code and the address on a single slip. */
export async function readSlip(pdf: Uint8Array): Promise<{ address: string; code: string }> {
  const text = await pdfText(pdf)
  const [, address = '', line = ''] = /(\S+\/k)\b.*(?:kodu yazın|this code):\s*\n\s*(.+)/.exec(text) ?? []
  return { address, code: readSlipCode(line) }
}

/** An unused code. */
export const strangeSlipCode = () => printedSecrets(newSeed(), newSeed()).code

/** A client of its own with so many employees, "Kişi 0001" and on, each with a test to take. @returns the client's id */
export async function addWaiting(db: Database, inventoryId: string, people: number): Promise<string> {
  const clientId = await addClient(db)
  await sql`
    WITH made AS (
      INSERT INTO users (id, public_id, name, locale)
      SELECT gen_random_uuid(), ${clientId} || n, 'Kişi ' || lpad(n::text, 4, '0'), 'tr' FROM generate_series(1, ${people}::int) n
      RETURNING id, name
    ), members AS (
      INSERT INTO memberships (client_id, id, user_id, role, name, search_text, staff_number)
      SELECT ${clientId}, gen_random_uuid(), id, 'employee', name, '', name FROM made RETURNING id, user_id
    )
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, locale, created_by)
    SELECT ${clientId}, gen_random_uuid(), members.id, user_id, v.inventory_id, v.id, 'tr', user_id
    FROM members CROSS JOIN (
      SELECT id, inventory_id FROM inventory_versions WHERE inventory_id = ${inventoryId} LIMIT 1
    ) v`.execute(db)
  return clientId
}

/** The people in a file of slips, among those of addWaiting(). */
export async function namesOn(pdf: Uint8Array): Promise<string[]> {
  return [...new Set((await pdfText(pdf)).match(/Kişi \d{4}/g))].toSorted()
}
