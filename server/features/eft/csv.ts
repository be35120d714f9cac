import type { ColumnMapping } from '#contract/eft.ts'
import { day } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import { readCsvLines } from '#server/sheets/read-csv.ts'
import { mostLines, plain, StatementError, type Transfer } from './statement.ts'

/** How banks call the columns, folded: the first that is there counts. */
const headings = {
  date: ['islem tarihi', 'tarih', 'tarih/saat', 'valor', 'booking date', 'date'],
  amount: ['alacak', 'gelen tutar', 'islem tutari', 'tutar', 'tutar (tl)', 'credit', 'amount'],
  description: ['aciklama', 'islem aciklamasi', 'description', 'details'],
  sender: ['gonderen', 'gonderen adi', 'gonderen unvani', 'karsi taraf', 'karsi hesap adi', 'sender'],
  reference: ['referans', 'referans no', 'dekont no', 'fis no', 'islem no', 'reference'],
  currency: ['doviz', 'doviz cinsi', 'para birimi', 'currency'],
}

/**
 * The incoming transfers in TRY of a bank's CSV. What stands above the headings is left out, and rows without a day or an
 * amount.
 * @throws StatementError where a heading is missing, or with the line of a day or an amount that can't be read
 */
export function readCsvStatement(text: string, account: string, mapping: ColumnMapping): Transfer[] {
  const { date, amount, description, sender, reference, currency } = mapping
  const named = [date, amount, description, sender, reference, currency].flatMap((one) =>
    one === undefined ? [] : [foldText(one)],
  )
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
    currency: column(currency),
  }
  return rows.flatMap(({ line, cells }) => {
    const cell = (place: number) => cells[place]?.trim() ?? ''
    if (cell(at.date) === '' || cell(at.amount) === '') return []
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

/**
 * The mapping of a CSV by the headings that banks use, and by how its days and amounts are written.
 * @throws StatementError where day, amount or description can't be told
 */
export function guessMapping(text: string): ColumnMapping {
  const known = (line: string, names: readonly string[]) => names.some((name) => line.includes(name))
  const { head, rows } = tableOf(text, (line) =>
    [headings.date, headings.amount, headings.description].every((names) => known(line, names)),
  )
  const of = (names: readonly string[]) => names.find((name) => head.includes(name))
  const [date, amount, description] = [of(headings.date), of(headings.amount), of(headings.description)]
  if (date === undefined || amount === undefined || description === undefined)
    throw new StatementError('its columns are not known')
  const values = (name: string) => rows.map(({ cells }) => cells[head.indexOf(name)]?.trim() ?? '')
  // 1.234 alone says nothing; banks in Turkey write the comma.
  const points = values(amount).some((one) => /\.\d{1,2}\D*$/.test(one))
  const [sender, reference, currency] = [of(headings.sender), of(headings.reference), of(headings.currency)]
  return {
    date,
    amount,
    description,
    ...(sender === undefined ? {} : { sender }),
    ...(reference === undefined ? {} : { reference }),
    ...(currency === undefined ? {} : { currency }),
    decimal: points ? 'point' : 'comma',
    dayOrder: values(date).some((one) => /^\d{4}/.test(one)) ? 'ymd' : 'dmy',
  }
}

/** The headings, folded, and the rows below them, which count their lines as the file does. */
function tableOf(text: string, isHead: (folded: string) => boolean) {
  const lines = text.split(/\r\n|\r|\n/)
  const above = lines.findIndex((line) => isHead(foldText(line)))
  if (above === -1) throw new StatementError('there is no line with its headings')
  const read = readLines(lines.slice(above).join('\n'))
  const [first, ...rows] = read
  if (rows.length > mostLines) throw new StatementError(`there are more than ${mostLines} lines`)
  return {
    head: (first?.cells ?? []).map(foldText),
    rows: rows.map(({ line, cells }) => ({ line: line + above, cells })),
  }
}

function readLines(text: string) {
  try {
    return readCsvLines(text, 1_000_000)
  } catch (error) {
    throw new StatementError(error instanceof Error ? error.message : 'it is no CSV')
  }
}

// TL, TRY and the sign, U+20BA.
const lira = /\s*(?:TRY|TL|\u20ba)\s*/i
const isLira = (text: string) => text === '' || text.replace(lira, '') === ''

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

/** A day in the order a bank writes it, whatever separates its parts and whatever time follows. */
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
