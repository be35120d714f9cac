import type { Definition, Locale } from '#scoring/definition.ts'
import type { Item } from '#scoring/definition-items.ts'
import { itemsById } from '#scoring/lookup.ts'
import { checkValue } from '#scoring/responses.ts'
import { scoreAttempt } from '#scoring/score.ts'
import type { Scores } from '#scoring/scores.ts'
import { parseNumber } from '#scoring/text-answers.ts'
import { readDefinition } from './definition.ts'
import { CliError } from './error.ts'
import { type Note, readResponses } from './responses.ts'

type Scored = Pick<Scores, 'inventory'> & { persons: ({ respondent: string } & Scores)[] }

/**
 * The scores of each respondent, as a report gets them. Columns that are no items are left out.
 * @param options.locale the language the answers were given in, which numbers are read by; without it that of the items,
 * else Turkish
 */
export async function score(
  options: { inventory: string; responses: string; locale: Locale | undefined },
  note: Note,
): Promise<Scored> {
  const definition = await readDefinition(options.inventory)
  const { columns, persons } = await readResponses(options.responses, note)
  const items = itemsById(definition)
  if (!columns.some((column) => items.has(column)))
    throw new CliError(`${options.responses}: no column is an item of ${definition.code}`)
  const others = columns.filter((column) => !items.has(column))
  const missing = [...items.keys()].filter((id) => !columns.includes(id))
  if (others.length > 0)
    note(`${options.responses}: left out as no item of ${definition.code}: ${others.join(', ')}.`)
  if (missing.length > 0)
    note(`${options.responses}: without a column, so blank for everybody: ${missing.join(', ')}.`)
  return {
    inventory: { code: definition.code, version: definition.version },
    persons: persons.map(({ respondent, cells, line }) => {
      const responses = [...cells].flatMap(([column, cell]): [string, unknown][] => {
        const item = items.get(column)
        if (item === undefined) return []
        const value = parseValue(item, cell, options.locale ?? definition.itemLocale)
        if (checkValue(item, value, definition)) return [[column, value]]
        throw new CliError(
          `line ${line}: ${respondent}, ${item.id}: ${JSON.stringify(cell)} is no answer to a ${item.type} item`,
        )
      })
      const who = `line ${line}: ${respondent}`
      const presented = presentedTo(definition, new Set(responses.map(([id]) => id)), who)
      return { respondent, ...scoreAttempt(definition, Object.fromEntries(responses), { presented }) }
    }),
  }
}

/**
 * What a person got, as far as a file tells: what they answered, and of a section that draws its items as many others as
 * there were. Which ones is not known; that they are blank is all that counts of them.
 */
function presentedTo({ sections }: Definition, answered: ReadonlySet<string>, who: string): string[] {
  return sections.flatMap(({ id, select, items }) => {
    const ids = items.map((item) => item.id)
    if (select === undefined || select >= ids.length) return ids
    const given = ids.filter((one) => answered.has(one))
    if (given.length > select)
      throw new CliError(
        `${who} has ${given.length} answers in the section ${id}, which gives each person ${select} items`,
      )
    const blank = ids.filter((one) => !answered.has(one)).slice(0, select - given.length)
    return ids.filter((one) => answered.has(one) || blank.includes(one))
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
  if (!cell.startsWith(opening)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    // A text that only begins like JSON is read the other way, and refused there if it is no answer.
    return undefined
  }
}
