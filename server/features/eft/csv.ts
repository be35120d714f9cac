import type { ColumnMapping } from '#contract/eft.ts'
import { day } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import { readCsv } from '#server/sheets/read-csv.ts'
import { maxLines, plain, StatementError, type Transfer } from './statement.ts'

/** How banks call the columns, folded: the first that is there counts. */
const headings = {
  date: ['islem tarihi', 'tarih', 'tarih/saat', 'valor', 'booking date', 'date'],
  amount: ['alacak', 'gelen tutar', 'islem tutari', 'tutar', 'tutar (tl)', 'credit', 'amount'],
  description: ['aciklama', 'islem aciklamasi', 'description', 'details'],
  sender: ['gonderen', 'gonderen adi', 'gonderen unvani', 'karsi taraf', 'karsi hesap adi', 'sender'],
  reference: ['referans', 'referans no', 'dekont no', 'fis no', 'islem no', 'reference'],
  direction: ['borc/alacak', 'borc / alacak', 'b/a', 'islem yonu', 'debit/credit', 'd/c'],
  currency: ['doviz', 'doviz cinsi', 'para birimi', 'currency'],
}

/**
 * The incoming transfers in TRY of a bank's CSV. Lines above the headings, and rows without a day or an amount, are
 * left out.
 * @throws StatementError where a heading is missing, or with the line of a day or an amount that can't be read
 */
export function readCsvStatement(text: string, account: string, mapping: ColumnMapping): Transfer[] {
  const { date, amount, description, sender, reference, direction, currency } = mapping
  const named = columnsIn(mapping).map(foldText)
  const { rows, head } = tableOf(text, (line) => named.every((name) => line.includes(name)))
  const column = (name: string | undefined): number => {
    if (name === undefined) return -1
    const at = head.indexOf(foldText(name))
    if (at === -1) throw new StatementError(`there is no column ${name}`)
    return at
  }
  const at = {
    date: column(date),
    amount: column(amount),
    description: column(description),
    sender: column(sender),
    reference: column(reference),
    direction: column(direction),
    currency: column(currency),
  }
  return rows.flatMap(({ line, cells }) => {
    const cell = (place: number) => cells[place]?.trim() ?? ''
    // A row of sums has words where the day would be.
    if (!/\d/.test(cell(at.date)) || cell(at.amount) === '') return []
    if (at.direction !== -1) {
      const direction = foldText(cell(at.direction))
      if (outgoing.test(direction)) return []
      // What is not understood may be money that came in.
      if (!incoming.test(direction)) throw new StatementError('a direction cannot be read', line)
    }
    if (at.currency !== -1 && !isLira(cell(at.currency))) return []
    const amountKurus = kurusIn(cell(at.amount), mapping.decimal)
    if (amountKurus === undefined) throw new StatementError('an amount cannot be read', line)
    if (amountKurus <= 0) return []
    const bookedOn = dayIn(cell(at.date), mapping.dayOrder)
    if (bookedOn === undefined) throw new StatementError('a day cannot be read', line)
    return {
      account,
      bookedOn,
      amountKurus,
      sender: plain(cell(at.sender), 200),
      description: plain(cell(at.description), 1000),
      entryRef: plain(cell(at.reference), 100),
    }
  })
}

/** How days are written: with the year first, or by a day that no month is. */
function orderOf(days: readonly string[]): ColumnMapping['dayOrder'] {
  if (days.some((one) => /^\d{4}/.test(one))) return 'ymd'
  return days.some((one) => /^\d{1,2}[./-](1[3-9]|2\d|3[01])[./-]/.test(one)) ? 'mdy' : 'dmy'
}

const hasKnownHeadings = (folded: string) =>
  [headings.date, headings.amount, headings.description].every((names) =>
    names.some((name) => folded.includes(name)),
  )

/**
 * The mapping of a CSV by the headings that banks use, and by how its days and amounts are written.
 * @throws StatementError where day, amount or description can't be recognised
 */
export function guessMapping(text: string): ColumnMapping {
  const { head, rows } = tableOf(text, hasKnownHeadings)
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

/** What a bank writes beside an amount without a sign that came in. */
const incoming = /^(a|c|cr|crdt|alacak|credit|gelen|giris|yatan|\+)( ?\(\w\))?$/
/** And beside one that went out. */
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

/** How many cells a line seems to have. */
function cellsIn(line: string): number {
  const bare = line.replace(/"[^"]*"/g, '')
  return [';', '\t', ','].reduce((most, one) => Math.max(most, bare.split(one).length), 0)
}

/**
 * The headings of a bank's CSV as the file writes them, and its first rows. Where no headings are known ones, the first of the
 * lines with the most cells has them.
 * @throws StatementError where it is no table
 */
export function columnsOf(text: string, rows: number): { headings: string[]; rows: string[][] } {
  const lines = text.split(/\r\n|\r|\n/)
  const known = lines.findIndex((line) => hasKnownHeadings(foldText(line)))
  const most = lines.reduce((most, line) => Math.max(most, cellsIn(line)), 0)
  const head = known === -1 ? lines.findIndex((line) => cellsIn(line) === most) : known
  const [first, ...below] = readLines(lines.slice(head).join('\n'))
  if (first === undefined || most === 1) throw new StatementError('there is no line with its headings')
  const headings = first.cells.map((cell) => plain(cell, 100))
  return {
    headings,
    rows: below.slice(0, rows).map(({ cells }) => headings.map((_, at) => plain(cells[at] ?? '', 200))),
  }
}

/** The headings, folded, and the rows below them, which count their lines as the file does. */
function tableOf(text: string, isHead: (folded: string) => boolean) {
  const lines = text.split(/\r\n|\r|\n/)
  const above = lines.findIndex((line) => isHead(foldText(line)))
  if (above === -1) throw new StatementError('there is no line with its headings')
  const read = readLines(lines.slice(above).join('\n'))
  const [first, ...rows] = read
  if (rows.length > maxLines) throw new StatementError(`there are more than ${maxLines} lines`)
  return {
    head: (first?.cells ?? []).map(foldText),
    rows: rows.map(({ line, cells }) => ({ line: line + above, cells })),
  }
}

function readLines(text: string) {
  try {
    return readCsv(text, 1_000_000)
  } catch (error) {
    throw new StatementError(error instanceof Error ? error.message : 'it is no CSV')
  }
}

// TL, TRY and the sign, U+20BA.
const lira = /TRY|TL|\u20ba/i
const isLira = (text: string) => text.replace(lira, '').trim() === ''

/** An amount as banks write it, in kuruş: with or without groups of three, a sign before or after it, TL or TRY. */
export function kurusIn(text: string, decimal: 'comma' | 'point'): number | undefined {
  const [group, point] = decimal === 'comma' ? ['\\.', ','] : [',', '\\.']
  const pattern = new RegExp(`^([+-]?)(\\d{1,3}(?:${group}\\d{3})+|\\d{1,13})(?:${point}(\\d{1,2}))?([+-]?)$`)
  const bare = text
    .replace(lira, '')
    .replace(/[\s\u00a0]/g, '')
    .replace('\u2212', '-')
  const [, before = '', whole = '', kurus = '', after = ''] = pattern.exec(bare) ?? []
  if (whole === '' || (before !== '' && after !== '')) return undefined
  const amount = Number(whole.replace(/\D/g, '')) * 100 + Number(kurus.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return before === '-' || after === '-' ? -amount : amount
}

/** A day in the order a bank writes it, with any separators and an optional time. */
export function dayIn(text: string, order: ColumnMapping['dayOrder']): string | undefined {
  const [, one = '', two = '', three = ''] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:\D|$)/.exec(text) ?? []
  const [year, month, date] = {
    dmy: [three, two, one],
    mdy: [three, one, two],
    ymd: [one, two, three],
  }[order]
  if (year?.length !== 4) return undefined
  return day.safeParse(`${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`).data
}
