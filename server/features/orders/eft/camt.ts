import { SaxesParser } from 'saxes'
import { clockOf } from '#contract/clock.ts'
import type { LeftOutReason } from '#contract/eft.ts'
import { day } from '#contract/fields.ts'
import { kurusOf } from '#server/payments/decimal.ts'
import { shortened } from '#tables/table.ts'
import type { Reading, StatementFault } from './csv.ts'
import { maxLines, nothingLeftOut, plain, StatementError, type Transfer } from './statement.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  /** Position of its content, counted from 1 as an editor does. */
  readonly line: number
  readonly column: number
  text: string
}

/**
 * The booked incoming transfers in TRY of a camt.053 statement of any version, how many entries are none, and the entries
 * that can't be read. A collected booking is taken apart where its parts add up to it.
 * @throws StatementError where the file is no such statement
 */
export function readCamt(xml: string): Reading {
  const statements = find(parse(xml), 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new StatementError('there is no statement in it')
  const leftOut = { ...nothingLeftOut }
  const faults: StatementFault[] = []
  let count = 0
  const transfers = statements.flatMap((statement) => {
    const account = plain(
      textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
      50,
    )
    return find(statement, 'Ntry').flatMap((entry) => {
      count += 1
      if (count > maxLines) throw new StatementError(`there are more than ${maxLines} entries`)
      const reason = reasonAgainst(entry)
      const found = reason === undefined ? transfersOf(entry, account) : []
      if (!Array.isArray(found)) {
        faults.push(found)
        return []
      }
      if (found.length === 0) leftOut[reason ?? 'no_amount'] += 1
      return found
    })
  })
  return { transfers, leftOut, faults }
}

const faultIn = ({ line, column, text }: Element, code: 'amount' | 'day'): StatementFault => ({
  line,
  column,
  code,
  text: shortened(text.trim()),
})

/** Why an entry is no incoming transfer in TRY that is booked; undefined where it is one. */
function reasonAgainst(entry: Element): LeftOutReason | undefined {
  const direction = textAt(entry, 'CdtDbtInd')
  const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (['true', '1'].includes(textAt(entry, 'RvslInd'))) return 'reversal'
  if (direction === 'DBIT') return 'outgoing'
  if (direction !== 'CRDT') return 'unclear_direction'
  if (find(entry, 'Amt')[0]?.attributes.Ccy !== 'TRY') return 'currency'
  return state === '' || state === 'BOOK' ? undefined : 'not_booked'
}

/** None where no money came in; a fault where it can't be read. */
function transfersOf(entry: Element, account: string): Transfer[] | StatementFault {
  const amount = find(entry, 'Amt')[0]
  const whole = amountOf(amount)
  if (whole === undefined) return faultIn(amount ?? entry, 'amount')
  if (whole === 0) return []
  const booked = bookingOf(entry)
  const bookedOn = booked && dayIn(booked.text.trim())
  if (bookedOn === undefined) return faultIn(booked ?? { ...entry, text: '' }, 'day')
  const parts = find(entry, 'NtryDtls', 'TxDtls')
  const amounts = parts.map((part) =>
    amountOf(find(part, 'Amt')[0] ?? find(part, 'AmtDtls', 'TxAmt', 'Amt')[0]),
  )
  const sum = amounts.reduce<number>((total, one) => total + (one ?? Number.NaN), 0)
  const entryRef = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef')
  const about = textAt(entry, 'AddtlNtryInf')
  const of = (details: readonly Element[], amountKurus: number, ref: string): Transfer => ({
    account,
    bookedOn,
    amountKurus,
    sender: plain(details.map(senderOf).find((one) => one !== '') ?? '', 200),
    description: plain([...details.map(descriptionOf), about].join(' '), 1000),
    entryRef: plain(ref, 100),
  })
  const apart =
    parts.length > 1 && sum === whole && parts.every((part) => textAt(part, 'CdtDbtInd') !== 'DBIT')
  const all = apart
    ? parts.map((part, at) => of([part], amounts[at] ?? 0, textAt(part, 'Refs', 'AcctSvcrRef') || entryRef))
    : [of(parts, whole, entryRef || textAt(parts[0], 'Refs', 'AcctSvcrRef'))]
  return all.filter((one) => one.amountKurus > 0)
}

/** Every form that XML has for a decimal: `+1.5`, `.5`, `5.`, `007`, `-0` and the space around it; an amount is never negative. */
function amountOf(amount: Element | undefined): number | undefined {
  const [, sign, whole = '', decimals = ''] =
    /^([+-])?(\d*)(?:\.(\d*))?$/.exec(amount?.text.trim() ?? '') ?? []
  if (amount?.attributes.Ccy !== 'TRY' || whole + decimals === '') return undefined
  const kurus = kurusOf(`${whole.replace(/^0+/, '') || '0'}.${decimals || '0'}`)
  return sign === '-' && kurus !== 0 ? undefined : kurus
}

/** The element with the booking date. */
function bookingOf(entry: Element): Element | undefined {
  const written = ['BookgDt', 'ValDt'].flatMap((name) => [
    ...find(entry, name, 'Dt'),
    ...find(entry, name, 'DtTm'),
  ])
  return written.find(({ text }) => text.trim() !== '')
}

/** The day of a booking; of a moment with a zone the day in Turkey. */
function dayIn(text: string): string | undefined {
  const local =
    /T[^T]*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
      ? new Date(clockOf(text, 'Europe/Istanbul')).toISOString()
      : text
  return day.safeParse(local.slice(0, 10)).data
}

function senderOf(details: Element): string {
  const names = ['Dbtr', 'UltmtDbtr'].flatMap((who) => [
    textAt(details, 'RltdPties', who, 'Pty', 'Nm'),
    textAt(details, 'RltdPties', who, 'Nm'),
  ])
  return names.find((one) => one !== '') ?? ''
}

function descriptionOf(details: Element): string {
  const endToEnd = textAt(details, 'Refs', 'EndToEndId')
  return [
    ...find(details, 'RmtInf', 'Ustrd').map((one) => one.text),
    ...find(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map((one) => one.text),
    textAt(details, 'AddtlTxInf'),
    endToEnd === 'NOTPROVIDED' ? '' : endToEnd,
  ].join(' ')
}

function find(from: Element, ...path: string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
    [from],
  )
}

const textAt = (from: Element | undefined, ...path: string[]): string =>
  from === undefined ? '' : (find(from, ...path)[0]?.text.trim() ?? '')

/** The document as a tree, names without their prefixes. A document type is refused: only attacks have one. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], line: 1, column: 1, text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new StatementError(error.message)
  })
  parser.on('doctype', () => {
    throw new StatementError('it has a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const { line, column } = parser
    const element: Element = {
      name: name.slice(name.indexOf(':') + 1),
      attributes,
      children: [],
      line,
      column: column + 1,
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => open.pop())
  parser.write(xml.replace(/^\ufeff/, '')).close()
  return root
}
