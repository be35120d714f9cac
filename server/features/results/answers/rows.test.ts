import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import { itemCount, presentedItems } from '#scoring/form/form.ts'
import { score } from '#server/cli/score.ts'
import { scoreStored } from '#server/features/delivery/attempts/closing/close.ts'
import type { ExportedRow } from '#server/features/delivery/attempts/export-queries.ts'
import { exportedAttempt } from '#server/features/delivery/attempts/exported.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { dataRow } from '#server/sheets/csv.ts'
import { readSeparated } from '#tables/separated.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { answerTable } from './rows.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terazi-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A definition with each type of item, and nothing sensitive. */
function everything(): Definition {
  const definition = loadFixture('everything')
  return {
    ...definition,
    notices: definition.notices.map(({ scales: _, ...notice }) => notice),
    scales: definition.scales.map((scale) => ({ ...scale, sensitive: false })),
  }
}

const versionOf = (definition: Definition): Version => ({
  id: '',
  inventoryId: '',
  hash: '',
  definition,
  items: itemsById(definition),
  itemCount: itemCount(definition),
  openItemCount: itemCount(definition),
  sensitiveItems: new Set(),
  timedSections: new Map(),
})

/** Any answer that an item takes, blank ones too. */
function anyAnswer(definition: Definition, item: Item): fc.Arbitrary<unknown> {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const perPart = (of: (part: { id: string; options?: readonly string[] }) => fc.Arbitrary<string>) =>
    'parts' in item
      ? fc.record(Object.fromEntries(item.parts.map((part) => [part.id, of(part)])), { requiredKeys: [] })
      : fc.constant({})
  switch (item.type) {
    case 'numeric':
      return fc.oneof(
        fc.integer({ min: -99_999_999, max: 99_999_999 }).map((whole) => whole / 1000),
        fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
        fc.constantFrom('', item.key ?? 1),
      )
    case 'gap':
      return perPart(() => fc.oneof(texts, fc.constantFrom('ışık', '1.250', '=1+1', 'a|b', ' x ', '')))
    case 'inline_choice':
      return perPart(({ options = [] }) => fc.constantFrom(...options))
    case 'matching':
      return perPart(() => fc.constantFrom(...item.options))
    case 'multiple':
      return fc.subarray([...item.options])
    case 'ordering':
      return fc.shuffledSubarray([...item.options], { minLength: item.options.length })
    case 'forced_choice':
      return fc
        .shuffledSubarray([...item.options], { minLength: 2, maxLength: 2 })
        .map(([most, least]) => ({ most, least }))
    case 'likert':
    case 'situational':
      return fc.constantFrom(...optionIds(definition, item), '')
    default:
      return fc.constantFrom(...optionIds(definition, item))
  }
}

const start = Date.parse('2026-03-01T09:00:00Z')
const moments = fc.integer({ min: 1, max: 3_600_000 }).map((ms) => new Date(start + ms))

const anyRow: fc.Arbitrary<ExportedRow> = fc.record({
  client_id: fc.constant(''),
  id: fc.uuid(),
  assignment_id: fc.constant(''),
  created_at_exact: fc.constant(''),
  receipt: fc.uuid(),
  locale: fc.constantFrom('tr', 'en'),
  started_at: fc.constant(new Date(start)),
  deadline: fc.option(moments),
  closed_at: moments,
  closed_by: fc.constantFrom('person', 'time'),
  ended_by_manager: fc.boolean(),
  duration_seconds: fc.double({ noNaN: true, min: 0, max: 3600 }),
  read_aloud_used: fc.boolean(),
  time_percent: fc.constantFrom(100, 100, 100, 125, null),
  last_time_percent: fc.constantFrom(100, 125, null),
  text_size: fc.constantFrom(0, 0, 0, 1),
  clock_moved: fc.constantFrom(false, false, true),
  read_aloud: fc.boolean(),
  breaks: fc.nat(4),
  auto_next_used: fc.boolean(),
  started_offline: fc.boolean(),
  paused_seconds: fc.nat(100),
  added_seconds: fc.nat(100),
  quality: fc.constantFrom('high', null),
  late_decision: fc.constantFrom('accepted', 'left', null),
})

/** Any attempt as it may be stored: answers to some of its items, with times. */
const anyStored = (definition: Definition) =>
  anyRow.chain((row) => {
    const items = itemsById(definition)
    const presented = presentedItems(definition, row.id)
    const answers = Object.fromEntries(
      presented.flatMap((id) => {
        const item = items.get(id)
        return item === undefined ? [] : [[id, anyAnswer(definition, item)]]
      }),
    )
    const times = Object.fromEntries(presented.map((id) => [id, fc.nat(3000)]))
    return fc.record({
      row: fc.constant(row),
      presented: fc.constant(presented),
      responses: fc.record(answers, { requiredKeys: [] }),
      timings: fc
        .record(times, { requiredKeys: [] })
        .map((some) =>
          Object.fromEntries(
            Object.entries(some).flatMap(([id, ms]) => (ms === undefined ? [] : [[id, ms]])),
          ),
        ),
      sections: fc
        .subarray([...definition.sections])
        .chain((some) =>
          fc.tuple(...some.map(({ id }) => moments.map((deadline) => ({ section_id: id, deadline })))),
        ),
    })
  })

test.each(['tr', 'en'] as const)(
  'score reads the scores of any attempt from its row, in %s',
  async (locale) => {
    const definition = everything()
    const version = versionOf(definition)
    const { head, cellsOf } = answerTable(version)
    const attempts = fc.sample(anyStored(definition), 400)
    const rows = attempts.map(({ row, responses, timings, sections }) =>
      cellsOf(exportedAttempt(version, row, { answers: { responses, timings }, sections })),
    )
    for (const row of rows) expect(row).toHaveLength(head.length)
    const [inventory, file] = [join(folder, 'definition.json'), join(folder, 'answers.csv')]
    writeFileSync(inventory, JSON.stringify(definition))
    writeFileSync(file, [head, ...rows].map(dataRow).join(''))
    const { persons } = await score({ inventory, responses: file, locale }, () => {})
    for (const [i, { row, responses, timings, sections, presented }] of attempts.entries()) {
      const by = row.closed_by
      const stored = { answers: { responses, timings }, sections, presented, by }
      const expected = scoreStored(definition, { ...row, left_out: [] }, stored)
      expect(persons[i], JSON.stringify({ row, responses })).toEqual({ respondent: row.receipt, ...expected })
    }
  },
)

test('says where an item was, in which order its options were, and under which conditions', () => {
  const version = versionOf(everything())
  const { head, cellsOf } = answerTable(version)
  const [stored] = fc.sample(anyStored(version.definition), { numRuns: 1, seed: 1 })
  if (stored === undefined) throw new Error('no attempt was drawn')
  const row: ExportedRow = {
    ...stored.row,
    id: '01890000-0000-7000-8000-000000000001',
    time_percent: 125,
    last_time_percent: 125,
    text_size: 1,
    read_aloud: false,
    breaks: 2,
    ended_by_manager: true,
  }
  const answers = { responses: { s1: 'b', ga1: { p1: '=HYPERLINK("x");=1' } }, timings: { s1: 0, ga1: 1500 } }
  const cells = cellsOf(exportedAttempt(version, row, { answers, sections: [] }))
  const [names, values] = readSeparated([head, cells].map(dataRow).join('')).rows
  const cell = (name: string) => values?.cells[names?.cells.indexOf(name) ?? -1]
  expect(cell('accommodations')).toBe('time 125, text 1, no read-aloud, breaks 2')
  expect([cell('own_pace'), cell('closed_by'), cell('started')]).toEqual([
    'true',
    'manager',
    '2026-03-01T09:00:00.000Z',
  ])
  expect([cell('s1'), cell('s1:ms'), cell('s1:order')]).toEqual(['b', '0', expect.stringMatching(/^\d+$/)])
  expect(cell('s1:options')?.split('|').toSorted()).toEqual(['a', 'b', 'c', 'none'])
  expect(cell('in1:options')).toMatch(/^p1=[a-z]+(,[a-z]+)+/)
  // The order of a rating scale is part of its meaning.
  expect(head).not.toContain('q1:options')
  const draws = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6']
  expect(draws.filter((id) => cell(id) === '#not_presented')).toHaveLength(3)
  for (const id of draws) expect(cell(`${id}:order`) === '').toBe(cell(id) === '#not_presented')
  expect(cells.filter((one) => /^[\s]*[=+@]/u.test(one))).toEqual([])
  expect(dataRow(cells)).not.toMatch(/;\s*[=+\-@]/)
})
