import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wrongInMigration } from './architecture/migrations.ts'
import { findRelease, releasedMigrations } from './support/released.ts'

const release = findRelease()
/** The last released version: that of its tag, or without tags that of the changelog. None before the first. */
const released =
  'tag' in release ? release.version : /^## (\d+\.\d+\.\d+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]

test.skipIf('missing' in release)('the migrations of the last release are as they were', () => {
  const before = 'tag' in release ? releasedMigrations(release.tag) : new Map<string, string>()
  expect(before.size).toBeGreaterThan(0)
  // Databases that have run them would never see the change: it belongs into a new file.
  for (const [path, sql] of before) expect(readFileSync(path, 'utf8'), path).toBe(sql)
})

test('migrations after the first only add: the last release runs beside them', () => {
  const later = globSync('server/db/migrations/*.sql').filter((path) => !path.endsWith('/0001_schema.sql'))
  if (released === undefined) expect(later).toEqual([])
  else
    expect(later.flatMap((path) => wrongInMigration(path, readFileSync(path, 'utf8'), released))).toEqual([])
})

describe('a migration that the last release would not survive is found:', () => {
  const faultsOf = (sql: string, first = '-- runs beside 1.2.0 and newer\n') =>
    wrongInMigration('0002.sql', first + sql, '1.2.0')
  test.each([
    ['drops', 'DROP TABLE a;'],
    ['drops', 'ALTER TABLE a ADD COLUMN b text, DROP COLUMN c'],
    ['drops', 'ALTER TABLE a DROP c'],
    ['drops', "-- the client's; first\nDROP TABLE a; -- the client's"],
    ['drops', '-- unused since 1.3.0\nDROP TABLE a;'],
    ['renames', 'ALTER TABLE a RENAME TO b'],
    ['renames', 'ALTER TABLE a RENAME COLUMN b TO c'],
    ['moves', 'ALTER TABLE a SET SCHEMA b'],
    ['retypes', 'ALTER TABLE a ALTER COLUMN b TYPE bigint'],
    ['retypes', 'ALTER TABLE a ALTER b SET DATA TYPE bigint'],
    ['refuses null', 'ALTER TABLE a ALTER COLUMN b SET NOT NULL'],
    [
      'adds NOT NULL without a default',
      'ALTER TABLE a ADD COLUMN b text NOT NULL, ADD COLUMN c text DEFAULT 1',
    ],
    ['adds NOT NULL without a default', 'ALTER TABLE a ADD b numeric(10, 2) NOT NULL'],
  ])('%s, %s', (what, sql) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(`0002.sql: ${what}: `)])
  })
  test('one that names no version, or a newer one', () => {
    expect(faultsOf('SELECT 1', '')).toHaveLength(1)
    expect(faultsOf('SELECT 1', '-- runs beside 1.3.0 and newer\n')).toEqual([
      '0002.sql: it must run beside 1.2.0',
    ])
  })
  test('and what only adds or loosens passes', () => {
    const adding = `CREATE TABLE b (c text NOT NULL, renamed text);
      ALTER TABLE a ADD COLUMN b text, ADD COLUMN c integer NOT NULL DEFAULT 0, ADD d bigint NOT NULL GENERATED ALWAYS AS (1) STORED;
      ALTER TABLE a ADD CONSTRAINT e CHECK (b IS NOT NULL) NOT VALID, DROP CONSTRAINT f, ALTER COLUMN g DROP NOT NULL;
      -- DROP TABLE a;
      DROP INDEX h; DROP TRIGGER i ON a;
      INSERT INTO b VALUES ('drop table a; rename');
      CREATE OR REPLACE FUNCTION j() RETURNS void LANGUAGE sql AS $$ DROP TABLE a; $$;
      -- unused since 1.2.0
      DROP TABLE old;`
    expect(faultsOf(adding)).toEqual([])
  })
})
