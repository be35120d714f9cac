import type { ColumnMapping, LeftOutReason, StatementFaultCode } from '#contract/eft.ts'
import { day, plainText } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import {
  findHeading,
  shortened,
  type Table,
  usualWidth,
  widestHeading,
  withoutSurplus,
} from '#tables/table.ts'
import { type LeftOut, maxLines, nothingLeftOut, plain, StatementError, type Transfer } from './statement.ts'

/** The names that banks give the columns, folded: the first one found counts. */
const headings = {
  date: ['islem tarihi', 'tarih', 'tarih/saat', 'valor', 'booking date', 'date'],
  amount: ['alacak', 'gelen tutar', 'islem tutari', 'tutar', 'tutar (tl)', 'credit', 'amount'],
  description: ['aciklama', 'islem aciklamasi', 'description', 'details'],
  sender: ['gonderen', 'gonderen adi', 'gonderen unvani', 'karsi taraf', 'karsi hesap adi', 'sender'],
  reference: ['referans', 'referans no', 'dekont no', 'fis no', 'islem no', 'reference'],
  direction: ['borc/alacak', 'borc / alacak', 'b/a', 'islem yonu', 'debit/credit', 'd/c'],
  currency: ['doviz', 'doviz cinsi', 'para birimi', 'currency'],
}

/** A row of a statement that can't be read, and why. */
export interface StatementFault {
  readonly line: number
  /** The cell, counted from 1. */
  readonly column: number
  readonly code: StatementFaultCode
  /** The cell's text, shortened. */
  readonly text: string
}

/** The transfers of a table, how many rows are none, and the rows that can't be read. */
export interface Reading {
  readonly transfers: Transfer[]
  readonly leftOut: LeftOut
  readonly faults: StatementFault[]
}

/**
 * The incoming transfers in TRY of a bank's table. Rows below the headings that are none are counted by the reason.
 * @throws StatementError where a heading is missing
 */
export function readTableStatement(table: Table, account: string, mapping: ColumnMapping): Reading {
  const { date, amount, description, sender, reference, direction, currency } = mapping
  const named = columnsIn(mapping).map(foldText)
  const { rows, head, faults } = tableOf(table, (cells) => named.every((name) => cells.includes(name)))
  const column = (name: string | undefined): number =>
    name === undefined ? -1 : head.indexOf(foldText(name))
  const at = {
    date: column(date),
    amount: column(amount),
    description: column(description),
    sender: column(sender),
    reference: column(reference),
    direction: column(direction),
    currency: column(currency),
  }
  const all: StatementFault[] = [...faults]
  const leftOut = { ...nothingLeftOut }
  const leave = (reason: LeftOutReason) => {
    leftOut[reason] += 1
    return []
  }
  const transfers = rows.flatMap(({ line, cells, numbers }): Transfer[] => {
    const cell = (place: number) => cells[place]?.trim() ?? ''
    const fault = (place: number, code: StatementFaultCode) => {
      all.push({ line, column: place + 1, code, text: shortened(cell(place)) })
      return []
    }
    // A row of sums has words where the day would be.
    if (!/\d/.test(cell(at.date))) return leave('no_day')
    if (cell(at.amount) === '') return leave('no_amount')
    if (at.direction !== -1) {
      const direction = foldText(cell(at.direction))
      if (outgoing.test(direction)) return leave('outgoing')
      // A line that is not understood may be money that came in.
      if (!incoming.test(direction)) return fault(at.direction, 'direction')
    }
    if (at.currency !== -1 && !isLira(cell(at.currency))) return leave('currency')
    const amountKurus = kurusAt(numbers?.get(at.amount)) ?? kurusIn(cell(at.amount), mapping.decimal)
    if (amountKurus === undefined)
      return isForeign(cell(at.amount), mapping.decimal) ? leave('currency') : fault(at.amount, 'amount')
    if (amountKurus <= 0) return leave(amountKurus < 0 ? 'outgoing' : 'no_amount')
    const bookedOn = dayIn(cell(at.date), mapping.dayOrder)
    if (bookedOn === undefined) return fault(at.date, 'day')
    return [
      {
        account,
        bookedOn,
        amountKurus,
        sender: plain(cell(at.sender), 200),
        description: plain(cell(at.description), 1000),
        entryRef: plain(cell(at.reference), 100),
      },
    ]
  })
  return { transfers, leftOut, faults: all.sort((one, other) => one.line - other.line) }
}

/** An amount that a workbook stores as a number, which no decimal mark can make ambiguous. */
function kurusAt(amount: number | undefined): number | undefined {
  const kurus = amount === undefined ? Number.NaN : Math.round(amount * 100)
  return Number.isSafeInteger(kurus) ? kurus : undefined
}

/** The order of day, month and year: the year comes first, or a number above 12 shows which is the day. */
function orderOf(days: readonly string[]): ColumnMapping['dayOrder'] {
  if (days.some((one) => /^\d{4}/.test(one))) return 'ymd'
  return days.some((one) => /^\d{1,2}[./-](1[3-9]|2\d|3[01])[./-]/.test(one)) ? 'mdy' : 'dmy'
}

const hasKnownHeadings = (folded: readonly string[]) =>
  [headings.date, headings.amount, headings.description].every((names) =>
    names.some((name) => folded.includes(name)),
  )

/**
 * The mapping of a table by the headings that banks use, and by how its days and amounts are written.
 * @throws StatementError where day, amount or description can't be recognised
 */
export function guessMapping(table: Table): ColumnMapping {
  const { head, rows } = tableOf(table, hasKnownHeadings)
  const of = (names: readonly string[]) => names.find((name) => head.includes(name))
  const [date, amount, description] = [of(headings.date), of(headings.amount), of(headings.description)]
  if (date === undefined || amount === undefined || description === undefined)
    throw new StatementError('its columns are not known')
  const values = (name: string) => rows.map(({ cells }) => cells[head.indexOf(name)]?.trim() ?? '')
  // 1.234 alone says nothing; banks in Turkey write the comma.
  const points = values(amount).some((one) => /\.\d{1,2}\D*$/.test(one))
  const [sender, reference] = [of(headings.sender), of(headings.reference)]
  const [direction, currency] = [of(headings.direction), of(headings.currency)]
  return {
    date,
    amount,
    description,
    ...(sender === undefined ? {} : { sender }),
    ...(reference === undefined ? {} : { reference }),
    ...(direction === undefined ? {} : { direction }),
    ...(currency === undefined ? {} : { currency }),
    decimal: points ? 'point' : 'comma',
    dayOrder: orderOf(values(date)),
  }
}

/** The words that banks write beside an unsigned amount that came in. */
const incoming = /^(a|c|cr|crdt|alacak|credit|gelen|giris|yatan|\+)( ?\(\w\))?$/
/** The words that banks write beside an unsigned amount that went out. */
const outgoing = /^(b|d|dr|db|dbit|borc|debit|giden|cikis|cekilen|-)( ?\(\w\))?$/

/** The columns that a mapping names. */
export const columnsIn = ({
  date,
  amount,
  description,
  sender,
  reference,
  direction,
  currency,
}: ColumnMapping): string[] =>
  [date, amount, description, sender, reference, direction, currency].flatMap((one) => one ?? [])

/** Banks write more lines above their headings than others do. */
const searchedRows = 40

/**
 * The headings of a bank's table as the file writes them, and its first rows.
 * @throws StatementError where it is no table
 */
export function columnsOf({ rows }: Table, shown: number): { headings: string[]; rows: string[][] } {
  const known = findHeading(
    rows,
    ({ cells }) => (hasKnownHeadings(cells.map(foldText)) ? 1 : 0),
    searchedRows,
  )
  const [first, ...below] = rows.slice(known ?? widestHeading(rows))
  if (first === undefined || usualWidth(rows).columns === 1)
    throw new StatementError('there is no line with its headings')
  const headings = first.cells.map((cell) => plain(cell, 100))
  return {
    headings,
    rows: below.slice(0, shown).map(({ cells }) => headings.map((_, at) => plain(cells[at] ?? '', 200))),
  }
}

/** The headings, folded, and the rows below them. */
function tableOf({ rows, faults }: Table, isHead: (folded: readonly string[]) => boolean) {
  const at = findHeading(rows, ({ cells }) => (isHead(cells.map(foldText)) ? 1 : 0), searchedRows)
  const first = at === undefined ? undefined : rows[at]
  if (at === undefined || first === undefined) throw new StatementError('there is no line with its headings')
  const below = rows.slice(at + 1)
  if (below.length > maxLines) throw new StatementError(`there are more than ${maxLines} lines`)
  const whole = withoutSurplus(below, first.cells.length)
  return {
    head: first.cells.map(foldText),
    rows: whole.rows,
    faults: [...whole.faults, ...faults.filter(({ line }) => line > first.line)],
  }
}

// TL, TRY and the sign, U+20BA.
const lira = /TRY|TL|\u20ba/i
const isLira = (text: string) => text.replace(lira, '').trim() === '' || foldText(text) === 'turk lirasi'

/** True for an amount with another currency's code or sign beside it. */
const isForeign = (text: string, decimal: ColumnMapping['decimal']) =>
  kurusIn(text.replace(/[A-Z]{3}|\p{Sc}/u, ''), decimal) !== undefined

/** An amount as banks write it, in kuruş: with or without groups of three, a sign before or after it, TL or TRY. */
export function kurusIn(text: string, decimal: 'comma' | 'point'): number | undefined {
  const [group, point] = decimal === 'comma' ? ['\\.', ','] : [',', '\\.']
  const pattern = new RegExp(`^([+-]?)(\\d{1,3}(?:${group}\\d{3})+|\\d{1,13})(?:${point}(\\d{1,2}))?([+-]?)$`)
  // Accountants write what went out in parentheses.
  const bare = plainText(text)
    .replace(lira, '')
    .replace(/\s/g, '')
    .replace(/^\(([^-+()]+)\)$/, '-$1')
  const [, before = '', whole = '', kurus = '', after = ''] = pattern.exec(bare) ?? []
  if (whole === '' || (before !== '' && after !== '')) return undefined
  const amount = Number(whole.replace(/\D/g, '')) * 100 + Number(kurus.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return before === '-' || after === '-' ? -amount : amount
}

/** The first letters of the months in Turkish and English, folded. */
const months = [
  ...[['oca', 'jan'], ['sub', 'feb'], ['mar'], ['nis', 'apr'], ['may'], ['haz', 'jun']],
  ...[
    ['tem', 'jul'],
    ['agu', 'aug'],
    ['eyl', 'sep'],
    ['eki', 'oct'],
    ['kas', 'nov'],
    ['ara', 'dec'],
  ],
]

/** The number of the month that a word names, `kas` or `kasim`; empty where it names none. */
function monthIn(word: string): string {
  const at = months.findIndex((names) => names.includes(word.slice(0, 3)))
  return at === -1 ? '' : String(at + 1)
}

/**
 * A day in the order a bank writes it, with any separators and an optional time; or with the month as a
 * word. One with the year first needs no order.
 */
export function dayIn(text: string, given: ColumnMapping['dayOrder']): string | undefined {
  const bare = plainText(text)
  const order = /^\d{4}-\d\d-\d\d/.test(bare) ? 'ymd' : given
  const [, one = '', two = '', three = ''] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:\D|$)/.exec(bare) ?? []
  const [, dateBefore = '', word = '', yearAfter = ''] =
    /^(\d{1,2})[ ./-]*([a-z]{3,9})[ .,/-]*(\d{4}|\d\d)(?:\D|$)/.exec(foldText(bare)) ?? []
  const [written = '', month = '', date = ''] =
    word === ''
      ? { dmy: [three, two, one], mdy: [three, one, two], ymd: [one, two, three] }[order]
      : [yearAfter, monthIn(word), dateBefore]
  const year = written.length === 2 ? `20${written}` : written
  if (year.length !== 4 || month === '') return undefined
  return day.safeParse(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`).data
}
