import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { errorStatus } from '#contract/errors.ts'
import { pathOf } from '#contract/kit.ts'
import { demoPages, pages, playerPages } from '#contract/pages.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { detours, routes } from '../web/app/routes.tsx'
import { routeOf } from '../web/player/address.ts'
import { brokenClientRule, readSchema, referenceTables } from './architecture/client-tables.ts'
import { foreignQueries, rules, wrongImports } from './architecture/import-rules.ts'
import { referencesOf } from './architecture/locale-keys.ts'
import { importsOf, isTest, placesOf, readSources } from './architecture/sources.ts'
import { denials } from './denials/table.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const sourceOf = (path: string, text: string) => ({ path, lines: text.split('\n') })
const sources = readSources()
const product = sources.filter(({ path }) => !isTest(path))
const imports = product.flatMap(importsOf)

let server: TestServer
const served: { method: string; url: string }[] = []

beforeAll(async () => {
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) served.push({ method: one, url })
    })
  }
  // The application makes its Fastify itself, and a route is only announced to who listens from the start.
  subscribe('fastify.initialization', collect)
  server = await startTestServer()
  unsubscribe('fastify.initialization', collect)
})
afterAll(() => server.close())

describe('imports', () => {
  test('go one way', () => {
    expect(wrongImports(imports)).toEqual([])
  })
  test('of queries stay within their feature', () => {
    expect(foreignQueries(imports)).toEqual([])
  })
  test('are found at all, for every rule', () => {
    for (const { of, why } of rules)
      expect(
        imports.some(({ path }) => of.test(path)),
        why,
      ).toBe(true)
    expect(
      wrongImports([{ path: 'scoring/a.ts', line: 3, target: 'server/b.ts', typeOnly: false }]),
    ).toHaveLength(1)
  })
})

describe('a contract entry', () => {
  const urlOf = (entry: (typeof calls)[number]) => `${entry.root ? '' : '/api'}${entry.path}`
  test('has a route', () => {
    const missing = calls.filter(
      (entry) => !served.some(({ method, url }) => method === entry.method && url === urlOf(entry)),
    )
    expect(missing.map((entry) => entry.name)).toEqual([])
  })
  test('stands behind every route under /api', () => {
    const extra = served.filter(
      ({ method, url }) =>
        url.startsWith('/api') &&
        method !== 'HEAD' &&
        url !== '/api/openapi.json' &&
        !/^\/api\/docs(\/|$)/.test(url) &&
        !calls.some((entry) => entry.method === method && urlOf(entry) === url),
    )
    expect(extra).toEqual([])
  })
  test('has an OpenAPI entry', () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) })
      .parse(openApiDocument())
    const missing = calls.filter((entry) => {
      const operation = paths[urlOf(entry).replace(/:([a-zA-Z]+)/g, '{$1}')]?.[entry.method.toLowerCase()]
      return operation?.operationId !== entry.name
    })
    expect(missing.map((entry) => entry.name)).toEqual([])
  })
  test('has its denials tested', () => {
    expect(Object.keys(denials).sort()).toEqual(calls.map((entry) => entry.name).sort())
  })
  test('has a name and an address of its own, and codes that exist', () => {
    const names = calls.map((entry) => entry.name)
    const addresses = calls.map((entry) => `${entry.method} ${pathOf(entry)} ${entry.path}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const entry of calls) for (const code of entry.errors) expect(errorStatus[code]).toBeGreaterThan(399)
  })
})

test('dates and amounts are put into words in contract/format.ts alone', () => {
  const others = product.filter(({ path }) => path !== 'contract/format.ts' && !path.startsWith('b'))
  const formatting =
    /Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat|DurationFormat)|\.toLocale(Date|Time)?String\(|\bdayjs\([^)]*\)[^;]*\.format\(|₺/
  expect(placesOf(others, formatting)).toEqual([])
})

test('the rules find what they look for', async () => {
  const spoilt = sourceOf(
    'scoring/spoilt.ts',
    "import { a } from '../server/a.ts'\nimport type { B } from '#web/b.ts'\nconst c = await import('node:fs')",
  )
  expect(wrongImports(importsOf(spoilt)).map((fault) => fault.split(' ')[0])).toEqual([
    'scoring/spoilt.ts:1',
    'scoring/spoilt.ts:2',
    'scoring/spoilt.ts:3',
  ])
  for (const file of ['queries', 'list-queries']) {
    const query = sourceOf('server/features/a/a.ts', `import { find } from '#server/features/b/${file}.ts'`)
    expect(foreignQueries(importsOf(query))).toHaveLength(1)
  }
  const named = sourceOf('web/a.tsx', `t('player:a.b')\nt(\`player:c.$\{d}\`)\n<Trans>player:e</Trans>`)
  expect(referencesOf([named], ['player']).map(({ key, place, prefix }) => [key, place, prefix])).toEqual([
    ['player:a.b', 'web/a.tsx:1', false],
    ['player:c.', 'web/a.tsx:2', true],
    ['player:e', 'web/a.tsx:3', false],
  ])
  const key = { table: 'things', name: 'things_pkey', columns: ['id'], primary: true }
  const toThings = {
    table: 'parts',
    name: 'fk',
    columns: ['thing_id'],
    target: 'things',
    target_columns: ['id'],
  }
  const faults = brokenClientRule({
    tables: [{ name: 'things', columns: ['id', 'client_id'] }],
    keys: [key],
    foreigns: [toThings, { ...toThings, table: 'users' }],
  })
  expect(faults).toHaveLength(4)
})

/** Where roles are looked at outside of contract/access.ts, and why. */
const rolesElsewhere = [
  // Which roles somebody has, not what they may.
  'server/features/sessions/sessions.ts',
  // A sign-in answer without a user: the role is read from the name, for the screens alone.
  'web/app/session.ts',
  // A part of an address.
  'web/player/address.ts',
]

test('who may do what is decided in contract/access.ts alone', () => {
  const others = product.filter(
    ({ path }) =>
      /^(server|web)\//.test(path) && !rolesElsewhere.includes(path) && !/\/(demo|db)\//.test(path),
  )
  // A role list that is searched, or a role compared with: each is a rule, and belongs beside the others as a named predicate.
  const decision =
    /authority\??\.(includes|some|every|find|indexOf|filter)\(|[!=]==? '(superuser|admin|participant)'|'(superuser|admin|participant)' [!=]==? /
  expect(placesOf(others, decision)).toEqual([])
  const spoilt = sourceOf(
    'web/a.tsx',
    "if (user.authority.includes('admin')) show()\nif (role === 'superuser') show()",
  )
  expect(placesOf([spoilt], decision)).toHaveLength(2)
})

/** Where a statement stands outside of queries.ts, migrations and server/db, and why. */
const statementsElsewhere = [
  // The conditions of the assignment list, put together for the list and for the export.
  'server/features/assignments/filter.ts',
  // Those of the lists of people, for the lists, the export and what is done with all of them.
  'server/features/people/filter.ts',
  // An engine's own table: a key is claimed within whatever transaction a verb runs.
  'server/http/idempotency.ts',
  // One lock on one connection, held while an empty installation is filled.
  'server/start/fill-empty.ts',
]

test('SQL stands in queries and migrations', () => {
  const others = product.filter(
    ({ path }) =>
      path.startsWith('server/') &&
      !/(^|\/)([a-z]+-)?queries\.ts$/.test(path) &&
      !path.startsWith('server/db/') &&
      !statementsElsewhere.includes(path),
  )
  const statement =
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\b(pool|client|db|tx|connection)\.query\(/
  expect(placesOf(others, statement)).toEqual([])
  const elsewhere = product.filter(({ path }) => /^(web|contract|scoring|report)\//.test(path))
  expect(placesOf(elsewhere, /\b(kysely|SELECT .* FROM|INSERT INTO)\b/)).toEqual([])
})

describe("a client's tables", () => {
  test('carry client_id first in every key', async () => {
    expect(brokenClientRule(await readSchema(server.database.db))).toEqual([])
  })
  test('are all but the stated ones', async () => {
    const { tables } = await readSchema(server.database.db)
    const names = tables.map(({ name }) => name)
    expect(referenceTables.filter((name) => !names.includes(name))).toEqual([])
  })
})

test('every page of the contract is a route of the application, and the other way round', () => {
  const routed = [...routes.map(({ path }) => path), ...Object.keys(detours)]
  expect([...new Set(routed)].sort()).toEqual([...pages, ...demoPages].sort())
  for (const page of playerPages) expect(routeOf(page.replace(/:\w+/g, 'x')).page, page).not.toBe('unknown')
})
