import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Each right answer is worked out again from the figures of its item; both languages must hold just those figures.

type Item = { id: string; type: string; stimulus?: string; key: string | number }
type Words = {
  items: Record<string, { prompt: string; options?: Record<string, string> }>
  stimuli: Record<string, { text: string }>
}
const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`AYT/3/${file}.json`, import.meta.url), 'utf8'))
const { sections } = read('definition') as { sections: { id: string; items: Item[]; practice: Item[] }[] }
const section = sections.find(({ id }) => id === 'numerical')
const items = [...(section?.practice ?? []), ...(section?.items ?? [])]
const languages = [
  ['tr', read('tr') as Words],
  ['en', read('en') as Words],
] as const

type Table = number[][]
/** What the item's words say in figures, and what follows from them. */
type Model = { figures: readonly string[]; answer: (table: Table) => number | string }
const given = <const F extends readonly number[]>(
  figures: F,
  answer: (f: F, table: Table) => number | string,
): Model => ({ figures: figures.map(String), answer: (table) => answer(figures, table) })

/** The shown numbers must be what the rule makes of the first one; the answer is its next. */
function series(shown: readonly number[], rule: (last: number, step: number) => number): Model {
  const made = [shown[0] ?? Number.NaN]
  while (made.length <= shown.length) made.push(rule(made.at(-1) ?? Number.NaN, made.length))
  expect(made.slice(0, -1)).toEqual(shown)
  return given(shown, () => made.at(-1) ?? Number.NaN)
}

function later(clock: string, hours: number, minutes: number): string {
  const [h = Number.NaN, m = Number.NaN] = clock.split(':').map(Number)
  const total = h * 60 + m + hours * 60 + minutes
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}
const cell = (table: Table, row: number, column: number) => table[row]?.[column] ?? Number.NaN

const models: Record<string, () => Model> = {
  nm00: () => given([6, 3], ([glasses, boxes]) => glasses * boxes),
  nm01: () => series([4, 7, 10, 13], (last) => last + 3),
  nm02: () => given([15, 40, 2, 1], ([bread, milk, breads, milks]) => bread * breads + milk * milks),
  nm03: () => ({ figures: ['07:45', '3', '30'], answer: () => later('07:45', 3, 30) }),
  nm04: () => given([3, 60, 5], ([workers, boxes, others]) => (boxes / workers) * others),
  // Tuesday is the second row; tea and sandwiches are the first two columns.
  nm05: () => given([], (_, sales) => cell(sales, 1, 0) - cell(sales, 1, 1)),
  nm06: () => series([10, 15, 13, 18, 16, 21], (last, step) => (step % 2 === 1 ? last + 5 : last - 2)),
  nm07: () => given([800, 25], ([price, off]) => (price * (100 - off)) / 100),
  nm08: () => given([8, 6, 12], ([long, wide, perTin]) => (long * wide) / perTin),
  nm09: () => given([6, 8, 4], ([people, hours, fewer]) => (people * hours) / fewer),
  // Rows: up to 5, 10, 20, 30 kg; columns: same city, other city.
  nm10: () =>
    given([4, 2, 15, 1], ([light, some, heavy, one], prices) => {
      return cell(prices, band(light), 0) * some + cell(prices, band(heavy), 1) * one
    }),
  nm11: () =>
    given([8, 9], ([first, second], prices) => {
      const apart = cell(prices, band(first), 1) + cell(prices, band(second), 1)
      return apart - cell(prices, band(first + second), 1)
    }),
  nm12: () => series([2, 3, 5, 9, 17], (last) => 2 * last - 1),
  nm13: () =>
    given([200, 20, 10], ([price, up, down]) => (((price * (100 + up)) / 100) * (100 - down)) / 100),
  nm14: () => given([4, 40, 5, 42, 5], ([days, mean, all, wanted]) => wanted * all - mean * days),
  // Full before: 1/2, after: 1 − 1/3; what was filled is the difference.
  nm15: () => given([10], ([filled]) => (filled * 6) / (6 - 2 - 3)),
}

/** The row of a weight in the table of prices, whose first column ends with these weights. */
const upTo = [5, 10, 20, 30]
const band = (kg: number) => upTo.findIndex((limit) => kg <= limit)

function table(words: Words, id: string | undefined): Table {
  const rows = id === undefined ? [] : (words.stimuli[id]?.text.split('\n').slice(1) ?? [])
  return rows.map((row) => row.split(' | ').slice(1).map(number))
}
const number = (text: string) => Number(text.replace(/[₺\s]/g, ''))

test('every numerical item has its model', () => {
  expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(models).sort())
})

test.each(languages)('the rows of weights are those of the models (%s)', (_, words) => {
  const weights = words.stimuli.freight?.text.split('\n').slice(1)
  expect(weights?.map((row) => Number(/–(\d+) kg/.exec(row)?.[1]))).toEqual(upTo)
})

test.each(items.flatMap((item) => languages.map(([lang, words]) => ({ ...item, lang, words }))))(
  '$id ($lang): the key is what the figures give, and the only such option',
  ({ id, type, stimulus, key, words }) => {
    const { prompt, options = {} } = words.items[id] ?? { prompt: '' }
    // Turkish writes the time of day with a point.
    const clock = (text: string) => text.replace(/(\d\d)\.(\d\d)/g, '$1:$2')
    const model = models[id]?.() ?? given([], () => Number.NaN)
    expect((clock(prompt).match(/\d+(:\d+)?/g) ?? []).sort()).toEqual([...model.figures].sort())
    const answer = model.answer(table(words, stimulus))
    if (type === 'numeric') {
      expect(key).toBe(answer)
      expect(Number.isInteger(key)).toBe(true)
      return
    }
    const shown = Object.entries(options).map(([option, text]) => {
      return [option, typeof answer === 'string' ? clock(text) : number(text)] as const
    })
    expect(shown.filter(([, value]) => value === answer).map(([option]) => option)).toEqual([key])
    expect(new Set(shown.map(([, value]) => value)).size).toBe(4)
  },
)
