import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { errorStatus } from '#contract/errors.ts'
import { pathOf } from '#contract/kit.ts'
import { pages, playerPages } from '#contract/pages.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { withTables } from '#server/privacy/data-map.ts'
import { detours, routes } from '../web/app/routes.tsx'
import { routeOf } from '../web/player/address.ts'
import { circles } from './architecture/circles.ts'
import { brokenClientRule, readSchema, referenceTables } from './architecture/client-tables.ts'
import {
  missingValues,
  readGlobalStyles,
  readStyles,
  wrongClasses,
  wrongWords,
} from './architecture/css-classes.ts'
import { readDataMap, sizeOfDataMap, wrongInDataMap } from './architecture/data-map.ts'
import { deadLinks, documents, missingFiles } from './architecture/documents.ts'
import { foreignQueries, rules, wrongImports } from './architecture/import-rules.ts'
import { roomOf, rooms, subjectOf, upwardImports } from './architecture/layers.ts'
import { referencesOf, saidByMails } from './architecture/locale-keys.ts'
import { longFunctions } from './architecture/long-functions.ts'
import { replacedFetch } from './architecture/real-http.ts'
import { idsInTitles, requirementsOf } from './architecture/requirements.ts'
import { slowPatterns } from './architecture/slow-patterns.ts'
import { importsOf, isTest, placesOf, readSources } from './architecture/sources.ts'
import { spreads } from './architecture/spreads.ts'
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
  // The application creates Fastify itself, and only listeners from the start hear about routes.
  subscribe('fastify.initialization', collect)
  server = await startTestServer()
  unsubscribe('fastify.initialization', collect)
})
afterAll(() => server.close())

describe('imports', () => {
  test('go one way', () => {
    expect(wrongImports(imports)).toEqual([])
  })
  test('of queries stay within their subject', () => {
    expect(foreignQueries(imports)).toEqual([])
    const to = { line: 1, target: 'server/features/a/b/c-queries.ts', typeOnly: true }
    const paths = ['server/features/a/b/d.ts', 'server/features/a/b/e/f.ts', 'server/features/a/d.ts']
    expect(foreignQueries(paths.map((path) => ({ path, ...to })))).toHaveLength(1)
  })
  test('of features come from lower layers', () => {
    const there = product.flatMap(({ path }) => roomOf(path) ?? [])
    expect([...new Set(there)].sort()).toEqual([...rooms].sort())
    expect(upwardImports(imports)).toEqual([])
    const from = (path: string, target: string) => ({ path, line: 1, target, typeOnly: true })
    const planted = [
      from('server/features/orders/a.ts', 'server/features/orders/prices/b.ts'),
      from('server/features/privacy/erasure/a.ts', 'server/features/people/b.ts'),
      from('server/features/people/a.ts', 'server/features/results/reports/b.ts'),
      from('web/features/orders/a.ts', 'web/features/clients/b.ts'),
    ]
    expect(upwardImports(planted).map((said) => said.split(':')[0])).toEqual([
      'server/features/people/a.ts',
      'web/features/orders/a.ts',
    ])
  })
  test('form no circle between files, types included', () => {
    const paths = new Set(product.map(({ path }) => path))
    expect(circles(imports, (path) => (paths.has(path) ? path : undefined), { typesToo: true })).toEqual([])
  })
  test('form no circle between subjects, types included', () => {
    // Other folders of the web's rooms share a style sheet with the room's own files.
    const inWeb =
      /^web\/features\/((access|people|privacy|results)\/[^/]+|orders\/prices|test-days\/board|assignments\/acc[^/]+|[^/]+)\//
    expect(circles(imports, subjectOf, { typesToo: true })).toEqual([])
    expect(circles(imports, (path) => inWeb.exec(path)?.[1], { typesToo: true })).toEqual([])
  })
  test('form circles that are found', () => {
    const planted = [
      { path: 'server/features/a/a.ts', line: 1, target: 'server/features/b/b.ts', typeOnly: false },
      { path: 'server/features/b/c.ts', line: 2, target: 'server/features/c/c.ts', typeOnly: false },
      { path: 'server/features/c/c.ts', line: 3, target: 'server/features/a/d.ts', typeOnly: true },
    ]
    const folderOf = (path: string) => /^server\/features\/([^/]+)/.exec(path)?.[1]
    expect(circles(planted, folderOf, { typesToo: true })).toEqual([
      'a → b (server/features/a/a.ts:1); b → c (server/features/b/c.ts:2); c → a (server/features/c/c.ts:3)',
    ])
    expect(circles(planted, folderOf, { typesToo: false })).toEqual([])
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
  test('exists for every route under /api', () => {
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

test('only contract/format.ts formats dates and amounts', () => {
  const others = product.filter(({ path }) => path !== 'contract/format.ts' && !path.startsWith('b'))
  const formatting =
    /Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat|DurationFormat)|\.toLocale(Date|Time)?String\(|\bdayjs\([^)]*\)[^;]*\.format\(|₺/
  expect(placesOf(others, formatting)).toEqual([])
})

test('no function is longer than 100 lines', () => {
  expect(product.filter(({ path }) => /\.(tsx?|js)$/.test(path)).flatMap(longFunctions)).toEqual([])
  // Text between tags, which Biome's rule doesn't count.
  const body = (lines: number) => `{ return <p>\n${'text\n'.repeat(lines - 2)}</p> }`
  const planted = (lines: number) =>
    sourceOf(
      'web/a.tsx',
      `function Declared() ${body(lines)}
const assigned = () => ${body(lines)}
const held = { method() ${body(lines)}, property: () => ${body(lines)} }
class Kept { async own() ${body(lines)} }
export default () => ${body(lines)}`,
    )
  const names = ['Declared', 'assigned', 'method', 'property', 'own', 'without a name']
  expect(longFunctions(planted(101))).toEqual(names.map((name) => `web/a.tsx ${name}: 101 lines`))
  expect(longFunctions(planted(100))).toEqual([])
})

test('every form of the application is a Form, whose state is held by useForm', () => {
  const form = /<form\b/
  const application = product.filter(({ path }) => /^web\/(app|features|ui)\//.test(path))
  const places = placesOf(application, form).map((place) => place.split(':')[0])
  expect(places).toEqual(['web/ui/form/Form.tsx'])
  const senders = product.filter(({ path }) => /^web\/(app|features)\//.test(path))
  const withoutState = placesOf(senders, /<Form\b/).flatMap((place) => {
    const path = place.split(':')[0] ?? ''
    const text = sources.find((one) => one.path === path)?.lines.join('\n') ?? ''
    return /from '.*\/Form\.tsx'/.test(text) && !/\buse(Company)?Form[(<]/.test(text) ? [path] : []
  })
  expect(withoutState).toEqual([])
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
  const mail = sourceOf('server/a.ts', "texts: ['mail:a.', 'mail:b.'],\nwrite: (say) => say('c')")
  expect(referencesOf([mail], ['mail'])).toEqual([])
  expect(saidByMails([mail])[0]).toEqual({
    keys: ['mail:a.c', 'mail:b.c', 'mail:c'],
    place: 'server/a.ts:2',
    prefix: false,
    named: true,
  })
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

/** Files that read no foreign text, and why. */
const ownTextOnly = [
  // Our own page and icon, when they are built.
  'web/playerBuild.ts',
]

test('regular expressions take linear time', () => {
  const scripts = product.filter(({ path }) => /\.(tsx?|js)$/.test(path) && !/^(figures|bench)\//.test(path))
  expect(
    scripts.filter(({ path }) => !ownTextOnly.includes(path)).flatMap((source) => slowPatterns(source)),
  ).toEqual([])
  const spoilt = sourceOf(
    'server/a.ts',
    `const lira = /\\s*TL\\s*/
const trimmed = new RegExp(\`\${sign}+$\`)
const nested = RegExp('^(a+)+$', 'i')
const fine = /^\\s*TL\\s*$/`,
  )
  expect(slowPatterns(spoilt).map((place) => place.split(' ')[0])).toEqual(
    [1, 2, 3].map((line) => `server/a.ts:${line}`),
  )
})

/** Lists that may be spread over arguments, because they are never long, and why. */
const shortLists = [
  // The values that a template in the code has.
  'server/mail/html.ts',
  // The modes of the design.
  'web/app/themeSettings.ts',
  // The parts of one of our own pages.
  'web/site/browser/language.ts',
]

test('no list of unknown length is spread over the arguments of a call', () => {
  const scripts = product.filter(({ path }) => /\.(tsx?|js)$/.test(path) && !/^(figures|bench)\//.test(path))
  expect(
    scripts.filter(({ path }) => !shortLists.includes(path)).flatMap((source) => spreads(source)),
  ).toEqual([])
  const spoilt = sourceOf(
    'server/a.ts',
    `const pass = (...all: number[]) => Math.max(...all)
const few = Math.max(...[1, 2], ...(pass ? [3] : []))
const most = Math.max(0, ...rows.map(({ size }) => size))
list.push(...rows)
const text = String.fromCharCode(...new Uint8Array(bytes))
const copy = [...rows]`,
  )
  expect(spreads(spoilt).map((place) => place.split(' ')[0])).toEqual(
    [3, 4, 5].map((line) => `server/a.ts:${line}`),
  )
})

/** Places outside of contract/access.ts that may read roles, and why. */
const rolesElsewhere = [
  // Shows roles, decides nothing.
  'server/authority/roles.ts',
  // Tells whether a session lacks the second step that its roles need.
  'server/authority/session.ts',
  // A sign-in answer without a user: the screens guess the role from the name.
  'web/app/session.ts',
  // A part of an address.
  'web/player/address.ts',
]

test('every class that is read is in its style module, and the other way round', () => {
  expect(wrongClasses(readStyles(), product)).toEqual([])
  const style = sourceOf('web/a.module.css', '.used, .left:hover { gap: 0.5px }\n:global(.other) .byName { }')
  const source = sourceOf(
    'web/a.tsx',
    "import styles from './a.module.css'\nconst classes = [styles.used, styles.byName, styles.gone]",
  )
  expect(wrongClasses([style], [source])).toEqual([
    'web/a.tsx: styles.gone is not in web/a.module.css',
    'web/a.module.css: nobody reads .left',
  ])
})

test('every class that is named as a word is in a style sheet, and every utility is used', () => {
  expect(wrongWords(readGlobalStyles(), product)).toEqual([])
  const style = sourceOf('web/theme/utilities.css', '.row { gap: 0.5px }\n.left { }\n.stack { }')
  const source = sourceOf(
    'web/a.tsx',
    `<p className="row">\n<p className={a === 'b' ? \`rwo $\{x} $\{t('c') || 'stack'}\` : undefined}>`,
  )
  expect(wrongWords([style], [source])).toEqual([
    'web/a.tsx: no style sheet has .rwo',
    'web/theme/utilities.css: nobody uses .left',
  ])
})

test('every design value that is read is set somewhere', () => {
  const web = product.filter(({ path }) => path.startsWith('web/'))
  expect(missingValues([...readGlobalStyles(), ...readStyles(), ...web])).toEqual([])
  const style = sourceOf(
    'web/a.css',
    '.bar { --own: 1px; gap: var(--own) var(--gone, 2px) var(--mantine-spacing) }',
  )
  expect(missingValues([style])).toEqual(['web/a.css: nobody sets --gone'])
})

test('only contract/access.ts decides who may do what', () => {
  const others = product.filter(
    ({ path }) =>
      /^(server|web)\//.test(path) && !rolesElsewhere.includes(path) && !/\/(demo|db)\//.test(path),
  )
  // Searching a role list or comparing a role is a rule, and belongs in contract/access.ts under a name.
  const decision =
    /authority\??\.(includes|some|every|find|indexOf|filter)\(|[!=]==? '(superuser|admin|participant)'|'(superuser|admin|participant)' [!=]==? /
  expect(placesOf(others, decision)).toEqual([])
  const spoilt = sourceOf(
    'web/a.tsx',
    "if (user.authority.includes('admin')) show()\nif (role === 'superuser') show()",
  )
  expect(placesOf([spoilt], decision)).toHaveLength(2)
})

/** Tests that may replace `fetch`, and why. */
const fetchReplaced = [
  // Within a page of the browser: browser routes don't see what a closing page sends.
  'test/e2e/entering.test.ts',
]

test('tests make real calls: none replaces fetch', () => {
  // Helpers of tests lie beside the product's own files, which have no reason to do it either.
  const paths = replacedFetch(sources).map((place) => place.split(':')[0])
  expect([...new Set(paths)]).toEqual(fetchReplaced)
  // The line is built from a name, so that this file has no such line itself.
  const spoilt = (name: string) =>
    sourceOf(
      'web/a.test.ts',
      `vi.stubGlobal('${name}', answer)
vi.stubGlobal(
  '${name}',
  vi.fn(),
)
vi.spyOn(globalThis, '${name}')
globalThis.${name} = async () => answer
window['${name}'] = vi.fn()
Object.assign(globalThis, { ${name}: answer })
Object.defineProperty(window, '${name}', { value: answer })
const same = globalThis.${name} === before
const real = window.${name}`,
    )
  const lines = [1, 2, 6, 7, 8, 9, 10]
  expect(replacedFetch([spoilt('fetch')])).toEqual(lines.map((line) => `web/a.test.ts:${line}`))
  expect(replacedFetch([spoilt('matchMedia')])).toEqual([])
})

/** Statements allowed outside of queries.ts, migrations and server/db, and why. */
const statementsElsewhere = [
  // The condition that limits the queries of a reader; a file of queries could not be imported by the rooms.
  'server/authority/reach.ts',
  // Conditions shared by the assignment list and its export.
  'server/features/assignments/filter.ts',
  // Conditions shared by the lists of people, their exports and their bulk actions.
  'server/features/memberships/filter.ts',
  // The condition on a score that both kinds of lists have.
  'server/features/memberships/score-filter.ts',
  // An engine's own table: keys are claimed inside the caller's transaction.
  'server/http/idempotency.ts',
  // One lock on one connection, held while an empty installation is filled.
  'server/start/fill-empty.ts',
]

/** Files that take a readable client's id without its limit, and for what. */
const idsWithoutLimit = [
  // The loader.
  'server/authority/client.ts',
  // Notices without data, settings of the client, and what its reader is named for.
  'server/features/platform/live/routes.ts',
  'server/features/clients/routes.ts',
  'server/features/assignments/assignments.ts',
  // The pace and the entry of a file; its rows are limited.
  'server/features/platform/exports/sheets.ts',
  // Job profiles and the tests that they are of, which say nothing about people.
  'server/features/assignments/job-profiles/profiles.ts',
  'server/features/assignments/job-profiles/queries.ts',
  // Which version of a test most results are of.
  // Conditions beside `inReach` or `assignmentFilter` of the same statement.
  'server/features/people/score-queries.ts',
  'server/features/results/exports/rows.ts',
  'server/features/results/exports/workbook.ts',
  'server/features/results/shares/queries.ts',
  'server/features/test-days/board/board.ts',
  // Rows of a person, assignment or share that was found in reach.
  'server/features/assignments/access.ts',
  'server/features/assignments/job-fit.ts',
  'server/features/assignments/late-answers.ts',
  'server/features/people/access.ts',
  'server/features/people/decisions.ts',
  'server/features/people/mail-history/routes.ts',
  'server/features/people/routes.ts',
  'server/features/test-days/board/routes.ts',
  // The quota of who is no reader.
  'server/features/results/dashboards/client.ts',
]

test('SR-60: no other file takes the id of a client without the limit of its reader', () => {
  const taking = product.filter(
    ({ path, lines }) =>
      path !== 'server/authority/reach.ts' && lines.some((line) => /\bidInReach\b/.test(line)),
  )
  expect(taking.map(({ path }) => path).sort()).toEqual(idsWithoutLimit.toSorted())
})

test('SR-34: SQL is only in queries and migrations', () => {
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
  test('are all except the listed ones', async () => {
    const { tables } = await readSchema(server.database.db)
    const names = tables.map(({ name }) => name)
    expect(referenceTables.filter((name) => !names.includes(name))).toEqual([])
  })
})

test('every column is in the data map, once, with whose it is, its ground, its period and what erasing does', async () => {
  const { tables } = await readSchema(server.database.db)
  expect(wrongInDataMap(readDataMap(), tables)).toEqual([])
  console.info(sizeOfDataMap(readDataMap()))
  const planted = tables.map((one) =>
    one.name === 'users' ? { ...one, columns: [...one.columns, 'nickname'] } : one,
  )
  expect(wrongInDataMap(readDataMap(), planted)).toEqual(['users.nickname is not in the data map'])
  const torn = readFileSync('docs/privacy.md', 'utf8').replace('\n| users |', '\n\n| users |')
  expect(wrongInDataMap(readDataMap(torn), tables)).toContain('users.email is not in the data map')
  const [first] = readDataMap().filter(({ whose }) => whose !== 'none')
  const vague = first && { ...first, whose: 'them', ground: '–', kept: '–', erasure: '–' }
  expect(wrongInDataMap(vague ? [vague] : [], []).slice(vague?.columns.length)).toHaveLength(4)
})

test('the tables of docs/privacy.md are made from the registry', async () => {
  const document = resolve('docs/privacy.md')
  await expect(withTables(readFileSync(document, 'utf8'))).toMatchFileSnapshot(document)
})

test('every page of the contract is a route of the application, and the other way round', () => {
  const routed = [...routes.map(({ path }) => path), ...Object.keys(detours)]
  expect([...new Set(routed)].sort()).toEqual([...pages].sort())
  for (const page of playerPages) expect(routeOf(page.replace(/:\w+/g, 'x')).page, page).not.toBe('unknown')
})

describe('a security requirement', () => {
  const requirements = requirementsOf(readFileSync('docs/security-requirements.md', 'utf8'))
  const ids = requirements.map(({ id }) => id)
  const proven = requirements.filter((requirement) => requirement.proven).map(({ id }) => id)

  test('has an id of its own, counted from SR-01', () => {
    expect(ids).toEqual(ids.map((_, at) => `SR-${String(at + 1).padStart(2, '0')}`))
  })
  test('has a test where the page says so, and titles name no others', () => {
    expect([...idsInTitles(sources)].sort()).toEqual(proven)
  })
})

describe('a document', () => {
  test.each(documents)('%s has links that lead somewhere', (document) => {
    expect(deadLinks(document)).toEqual([])
  })
  // Decision records keep the names of their time.
  test.each(documents.filter((path) => !path.startsWith('docs/decisions/')))(
    '%s names existing files',
    (document) => {
      expect(missingFiles(document)).toEqual([])
    },
  )
})

test('an entry of the changelog has at most 15 words', () => {
  const entries = readFileSync('CHANGELOG.md', 'utf8').match(/^- .+$/gm) ?? []
  expect(entries.filter((entry) => entry.split(/\s+/).length > 16)).toEqual([])
})
