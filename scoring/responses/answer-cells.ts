import type { Status } from '#scoring/score/outcomes.ts'

type Blank = Exclude<Status, 'answered' | 'dontKnow'>

/** The cells that say why there is no answer. */
export const blankMarks = {
  omitted: '#omitted',
  notReached: '#not_reached',
  timedOut: '#timed_out',
  notPresented: '#not_presented',
} as const satisfies Record<Blank, string>

export const blankKinds = Object.keys(blankMarks) as Blank[]

const kindsOfMarks = new Map<string, Blank>(blankKinds.map((kind) => [blankMarks[kind], kind]))

/** The kind of blank that a cell says; undefined where it is an answer or empty. */
export const blankOf = (cell: string): Blank | undefined => kindsOfMarks.get(cell)

/** The columns beside an item's own in a file of answers. No id has a colon. */
export const columnOf = {
  /** The milliseconds spent on the item. */
  ms: (item: string) => `${item}:ms`,
  /** The item's place for the person, from 1. */
  order: (item: string) => `${item}:order`,
  /** The order in which the person saw its options. */
  options: (item: string) => `${item}:options`,
} as const

/** The column that says whether somebody took the test at a pace of their own, so that times say nothing about care. */
const ownPace = 'own_pace'

/** The column of a fact about the attempt, which has another name where an item is called so. */
export const attemptColumn = (name: string, isItem: (id: string) => boolean): string =>
  isItem(name) ? `${name}:attempt` : name

export const ownPaceColumn = (isItem: (id: string) => boolean): string => attemptColumn(ownPace, isItem)

/**
 * An answer as a cell of a CSV file, from which `terazi score` reads the same answer in any language. Each begins with an id or a
 * number, so that a spreadsheet program never takes what somebody typed for a formula.
 */
export function answerCell(value: unknown): string {
  if (typeof value === 'number') return numberCell(value)
  if (Array.isArray(value)) return value.join('|')
  if (typeof value === 'object' && value !== null) return partsCell(value)
  return String(value ?? '')
}

// A bar parts the answers, and some programs take a semicolon or a tab for the end of a cell.
const unclear = /[|;"\p{C}\p{Zl}\p{Zp}]/u

function partsCell(parts: object): string {
  const pairs = Object.entries(parts).map(([id, text]): [string, string] => [id, String(text)])
  if (pairs.every(([, text]) => text.trim() === text && !unclear.test(text)))
    return pairs.map(([id, text]) => `${id}=${text}`).join('|')
  return JSON.stringify(Object.fromEntries(pairs)).replaceAll(';', '\\u003b')
}

/** A number with all its digits. Three decimals get a zero behind them: `1.250` is 1250 in Turkish. */
function numberCell(value: number): string {
  const [digits = '', power] = String(Math.abs(value)).split('e-')
  const plain = power === undefined ? digits : `0.${'0'.repeat(Number(power) - 1)}${digits.replace('.', '')}`
  return `${value < 0 ? '-' : ''}${plain}${/\.\d{3}$/.test(plain) ? '0' : ''}`
}
