import { jsonFault } from '#contract/jsonFault.ts'
import type { Definition, Locale } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { columnOf, ownPaceColumn } from '#scoring/responses/answer-cells.ts'
import { checkValue } from '#scoring/responses/responses.ts'
import { parseNumber } from '#scoring/responses/text-answers.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import type { Scores } from '#scoring/score/scores.ts'
import { readDefinition } from './definition.ts'
import { CliError } from './error.ts'
import { cut, Faults, type Note, type Respondent, readResponses } from './responses.ts'

type Scored = Pick<Scores, 'inventory'> & { persons: ({ respondent: string } & Scores)[] }

/**
 * The scores of each respondent, as a report gets them. Columns that are no items are left out.
 * @param options.locale the language the answers were given in, which numbers are read by; without it that of the items,
 * else Turkish
 */
export async function score(
  options: { inventory: string; responses: string; locale: Locale | undefined; skipBadRows?: boolean },
  note: Note,
): Promise<Scored> {
  const definition = await readDefinition(options.inventory)
  const skipBadRows = options.skipBadRows === true
  const { columns, persons } = await readResponses(options.responses, { note, skipBadRows })
  const items = itemsById(definition)
  if (!columns.some((column) => items.has(column)))
    throw new CliError(`${options.responses}: no column is an item of ${definition.code}`)
  const isRead = (column: string) => items.has(column) || isBeside(column, items)
  const others = columns.filter((column) => !isRead(column))
  const missing = [...items.keys()].filter((id) => !columns.includes(id))
  if (others.length > 0)
    note(`${options.responses}: left out as no item of ${definition.code}: ${others.join(', ')}.`)
  if (missing.length > 0)
    note(`${options.responses}: without a column, so blank for everybody: ${missing.join(', ')}.`)
  return {
    inventory: { code: definition.code, version: definition.version },
    persons: scorePersons(definition, persons, {
      locale: options.locale ?? definition.itemLocale,
      skipped: skipBadRows ? note : undefined,
    }),
  }
}

function scorePersons(
  definition: Definition,
  persons: readonly Respondent[],
  { locale, skipped }: { locale: Locale | undefined; skipped: Note | undefined },
) {
  const items = itemsById(definition)
  const faults = new Faults(skipped)
  const scored = persons.flatMap(({ respondent, cells, blanks, line }) => {
    const before = faults.count
    const who = `line ${line}: ${cut(respondent)}`
    const responses = [...cells].flatMap(([column, cell]): [string, unknown][] => {
      const item = items.get(column)
      if (item === undefined) return []
      const value = parseValue(item, cell, locale)
      if (checkValue(item, value, definition)) return [[column, value]]
      faults.add(`${who}, ${item.id}: ${JSON.stringify(cut(cell))} is no answer to a ${item.type} item`)
      return []
    })
    const seen = new Set([
      ...responses.map(([id]) => id),
      ...known(blanks, (kind) => kind !== 'notPresented'),
    ])
    const unseen = new Set(known(blanks, (kind) => kind === 'notPresented'))
    const given = presentedTo(definition, seen, unseen, (words) => faults.add(`${who} ${words}`))
    const numbers = numbersOf(cells, items, (column, cell) =>
      faults.add(`${who}, ${column}: ${JSON.stringify(cut(cell))} is no whole number`),
    )
    const place = (id: string) => numbers.get(columnOf.order(id)) ?? Number.MAX_SAFE_INTEGER
    const presented = given.toSorted((a, b) => place(a) - place(b))
    const kinds = [...blanks].flatMap(([id, kind]) => (kind === 'notPresented' ? [] : [[id, kind] as const]))
    const context = {
      presented,
      blanks: Object.fromEntries(kinds),
      // Of who took the test at a pace of their own, times say nothing about care.
      ...(cells.get(ownPaceColumn((id) => items.has(id))) !== 'true' && {
        timings: Object.fromEntries(timesOf(numbers, items)),
      }),
    }
    if (faults.count > before) return []
    return [{ respondent, ...scoreAttempt(definition, Object.fromEntries(responses), context) }]
  })
  faults.end()
  return scored
}

type Items = ReturnType<typeof itemsById>

/** True for a column that a file of answers has beside those of the items and the facts about the attempt. */
function isBeside(column: string, items: Items): boolean {
  const [id = ''] = column.split(':')
  const ofItem =
    items.has(id) && [columnOf.ms, columnOf.order, columnOf.options].some((of) => column === of(id))
  return ofItem || column === ownPaceColumn((one) => items.has(one))
}

function isNumbered(column: string, items: Items): boolean {
  const [id = ''] = column.split(':')
  return items.has(id) && (column === columnOf.ms(id) || column === columnOf.order(id))
}

/** The times and places of a row, by column. */
function numbersOf(
  cells: Respondent['cells'],
  items: Items,
  fault: (column: string, cell: string) => void,
): Map<string, number> {
  const numbers = [...cells].filter(([column]) => isNumbered(column, items))
  for (const [column, cell] of numbers) if (!/^\d{1,15}$/.test(cell)) fault(column, cell)
  return new Map(numbers.map(([column, cell]) => [column, Number(cell)]))
}

const timesOf = (numbers: ReadonlyMap<string, number>, items: Items): [string, number][] =>
  [...items.keys()].flatMap((id) => {
    const ms = numbers.get(columnOf.ms(id))
    return ms === undefined ? [] : [[id, ms]]
  })

const known = (blanks: Respondent['blanks'], of: (kind: string) => boolean): string[] =>
  [...blanks].flatMap(([id, kind]) => (of(kind) ? [id] : []))

/**
 * The items that a person got, as far as a file tells: those answered or known to be left blank, and of a section that
 * draws its items as many others as there were. These can be any, because only their number counts.
 */
function presentedTo(
  { sections }: Definition,
  seen: ReadonlySet<string>,
  unseen: ReadonlySet<string>,
  fault: (words: string) => void,
): string[] {
  return sections.flatMap(({ id, select, items }) => {
    const ids = items.map((item) => item.id).filter((one) => !unseen.has(one))
    if (select === undefined || select >= ids.length) return ids
    const given = ids.filter((one) => seen.has(one))
    if (given.length > select)
      fault(`has ${given.length} answers in the section ${id}, which gives each person ${select} items`)
    const blank = ids.filter((one) => !seen.has(one)).slice(0, Math.max(0, select - given.length))
    return ids.filter((one) => seen.has(one) || blank.includes(one))
  })
}

/**
 * A cell as the item's value: an option's id as it is, several ids or parts either as JSON or separated by `|`
 * (`a|c`, `s=x|t=y`), a number as the language writes it.
 */
function parseValue(item: Item, cell: string, locale: Locale | undefined): unknown {
  if (item.type === 'numeric') return parseNumber(cell, locale)
  if (item.type === 'multiple' || item.type === 'ordering')
    return parseJson(cell, '[') ?? cell.split('|').map((id) => id.trim())
  const parts = ['gap', 'inline_choice', 'matching', 'forced_choice']
  if (!parts.includes(item.type)) return cell
  const pairs = cell.split('|').map((pair): [string, string] => {
    const [id = '', ...rest] = pair.split('=')
    return [id.trim(), rest.join('=').trim()]
  })
  return parseJson(cell, '{') ?? Object.fromEntries(pairs)
}

function parseJson(cell: string, opening: string): unknown {
  // A name that is given twice makes it no JSON, too: nobody knows which of the two answers is meant.
  if (!cell.startsWith(opening) || jsonFault(cell)?.twice !== undefined) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    // A text that only begins like JSON is read the other way, and refused there if it is no answer.
    return undefined
  }
}
