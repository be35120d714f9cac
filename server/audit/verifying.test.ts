import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { slipKeyOf } from '#server/secrets.ts'
import {
  add,
  afterChange,
  broken,
  db,
  openAuditLog,
  sealedLog,
  verify,
  withoutGuards,
} from '#test/support/audit-log.ts'
import { addUser } from '#test/support/invited.ts'
import { testSlipKey as key } from '#test/support/server.ts'
import { findSeal, sealAudit } from './seal.ts'

openAuditLog()

test('SR-54: any single change of a sealed entry is found, in each column', async () => {
  const entries = await sealedLog()
  const someone = await addUser(db())
  const changed: Record<string, ReturnType<typeof sql>> = {
    id: sql`gen_random_uuid()`,
    at: sql`at + interval '1 microsecond'`,
    action: sql`action || 'x'`,
    reason: sql`NULL`,
    actor_id: sql`${someone}`,
    subject_id: sql`NULL`,
    client_id: sql`NULL`,
    address: sql`address || '0'`,
    // The same number, written in another way.
    details: sql`'{"quantity": 1.1, "codes": ["ğ"]}'::jsonb`,
    command_id: sql`NULL`,
    salt: sql`gen_random_uuid()`,
  }
  const { rows: columns } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'audit_entries'::regclass AND attnum > 0 AND NOT attisdropped`.execute(db())
  expect(Object.keys(changed).toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  expect(await verify()).toMatchObject({ broken: undefined, entries: 12, erased: 3 })
  for (const id of entries)
    for (const [column, value] of Object.entries(changed)) {
      const { broken: found } = await afterChange((tx) =>
        sql`UPDATE audit_entries SET ${sql.ref(column)} = ${value} WHERE id = ${id}`.execute(tx),
      )
      const what = column === 'id' ? 'entry_missing' : 'entry_changed'
      expect(found, column).toMatchObject({
        what,
        entry: { id },
        seal: Math.floor(entries.indexOf(id) / 3) + 1,
      })
    }
  const bare = await afterChange(async (tx) => {
    await sql`ALTER TABLE audit_entries ALTER salt DROP NOT NULL`.execute(tx)
    await sql`UPDATE audit_entries SET salt = NULL WHERE id = ${entries[0]}`.execute(tx)
  })
  expect(bare.broken).toMatchObject({ what: 'entry_changed', entry: { id: entries[0] } })
})

test('SR-54: any entry that was deleted or added is found', async () => {
  const entries = await sealedLog()
  for (const id of entries) {
    const { broken: found } = await afterChange((tx) =>
      sql`DELETE FROM audit_entries WHERE id = ${id}`.execute(tx),
    )
    expect(found).toMatchObject({ what: 'entry_missing', entry: { id } })
  }
  // The last seal reaches up to 390 minutes ago.
  for (const minutesOld of [600, 499.5, 460, 451]) {
    let added = ''
    const { broken: found } = await afterChange(async (tx) => {
      added = await add(tx, { minutesOld })
    })
    expect(found).toMatchObject({ what: 'entry_added', entry: { id: added } })
  }
  // Within the hour in which a slow transaction is possible it is reported, and the next seal has it.
  for (const minutesOld of [449, 391])
    expect(await afterChange((tx) => add(tx, { minutesOld }))).toMatchObject({ late: 1, unsealed: 3 })
  // Moments that no clock shows.
  for (const [at, what] of [
    ['-infinity', 'entry_added'],
    ['0044-03-15 BC', 'entry_added'],
    ['12026-01-01', undefined],
    ['infinity', undefined],
  ]) {
    const found = await afterChange((tx) =>
      sql`INSERT INTO audit_entries (id, at, action) VALUES (gen_random_uuid(), ${at}, 'x')`.execute(tx),
    )
    expect(found.broken?.what).toBe(what)
  }
})

test('SR-54: any single change of a seal is found, in each column, and its deletion', async () => {
  await sealedLog()
  const newest = (await findSeal(db()))?.hash
  const { rows: columns } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = 'audit_seals'::regclass AND attnum > 0 AND NOT attisdropped`.execute(db())
  const changes: Record<string, (column: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>> = {
    bigint: (column) => sql`${column} + 100`,
    'timestamp with time zone': (column) => sql`${column} - interval '1 microsecond'`,
    'uuid[]': (column) => sql`${column}[2:3] || ${column}[1]`,
    bytea: (column) => sql`set_byte(${column}, 5, 255 - get_byte(${column}, 5))`,
    text: (column) => sql`reverse(${column})`,
  }
  for (const number of [1, 2, 3, 4]) {
    for (const { name, type } of columns) {
      const change = changes[type]
      if (change === undefined) throw new Error(`No change for ${type}`)
      const column = sql.ref(name)
      const { broken: found } = await afterChange(
        async (tx) =>
          sql`UPDATE audit_seals SET ${column} = ${change(column)} WHERE number = ${number} AND ${column} IS NOT NULL`.execute(
            tx,
          ),
        newest,
      )
      // The first seal has none before it.
      if (name === 'previous' && number === 1) expect(found).toBeUndefined()
      else expect(found, `${number} ${name}`).toBeDefined()
    }
    const { broken: found } = await afterChange(
      (tx) => sql`DELETE FROM audit_seals WHERE number = ${number}`.execute(tx),
      newest,
    )
    expect(found).toEqual(number === 4 ? { what: 'seal_expected' } : { what: 'seal_missing', seal: number })
  }
})

test('seals that somebody made with another key, or only cut off, are found by key and by a hash kept elsewhere', async () => {
  await sealedLog()
  const newest = (await findSeal(db()))?.hash
  expect(await broken(db(), newest)).toBeUndefined()
  await withoutGuards(sql`TRUNCATE audit_seals`)
  expect(await broken()).toBeUndefined()
  expect(await broken(db(), newest)).toBe('seal_expected')
  // The server itself then seals what was changed; when it did so can't be hidden.
  await sealAudit(db(), key)
  expect(await verify()).toMatchObject({ broken: undefined, delayed: 12, lastDelayed: { number: 1 } })
  expect(await broken(db(), newest)).toBe('seal_expected')
  await withoutGuards(sql`TRUNCATE audit_seals`)
  await sealAudit(db(), slipKeyOf('forger'.repeat(6)))
  expect(await broken()).toBe('seal_of_other_key')
})
