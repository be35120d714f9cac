import { blankKinds, blankMarks } from '#scoring/responses/answer-cells.ts'
import type { BlankKind } from '#scoring/score/outcomes.ts'

/**
 * Answers of people to items, one byte each, row by row: 0 for an empty cell, 1 to 250 for the item's options in the order
 * in which they came, 252 to 255 for a blank whose reason is known.
 */
export interface CodeMatrix {
  readonly people: number
  readonly items: readonly string[]
  /** people × items. */
  readonly codes: Uint8Array
  /** The answers of each item as they were written; code c is `options[item][c − 1]`. */
  readonly options: readonly (readonly string[])[]
}

/** The largest matrix: 60 MB. */
export const maxMatrixCells = 60_000_000

/** Codes that an item has. */
export const codesEach = 256

export const emptyCode = 0
export const maxOptions = 250
export const blankCodes: Readonly<Record<BlankKind | 'notPresented', number>> = {
  omitted: 252,
  notReached: 253,
  timedOut: 254,
  notPresented: 255,
}

/** The answer that has no code, and the reason. */
export type Refused = {
  readonly item: number
  readonly why: 'invalid' | 'too_many_options' | 'too_many_cells'
}

/** Collects answers into a matrix, row by row. */
export class MatrixBuilder {
  readonly #items: readonly string[]
  readonly #valid: (item: number, value: string) => boolean
  readonly #codes: Uint8Array
  readonly #known: Map<string, number>[]
  #people = 0

  /**
   * @param options.cells the most cells that will come; memory is used only for those that do
   * @param options.valid whether a text is an answer to an item; asked once for each text that is
   */
  constructor(
    items: readonly string[],
    options: {
      cells: number
      valid: (item: number, value: string) => boolean
    },
  ) {
    this.#items = items
    this.#valid = options.valid
    this.#codes = new Uint8Array(Math.min(options.cells, maxMatrixCells))
    const blanks = blankKinds.map((kind) => [blankMarks[kind], blankCodes[kind]] as const)
    this.#known = items.map(() => new Map([['', emptyCode], ...blanks]))
  }

  /**
   * Adds a person.
   * @param values the person's answers, in the order of the items; an empty text is an empty cell
   * @returns the first answer that can't be stored, and then the person isn't added
   */
  add(values: readonly string[]): Refused | undefined {
    const from = this.#people * this.#items.length
    if (from + this.#items.length > this.#codes.length) return { item: 0, why: 'too_many_cells' }
    for (const [item, known] of this.#known.entries()) {
      const value = values[item] ?? ''
      const code = known.get(value) ?? this.#learn(item, known, value)
      if (typeof code !== 'number') return code
      this.#codes[from + item] = code
    }
    this.#people += 1
    return undefined
  }

  #learn(item: number, known: Map<string, number>, value: string): number | Refused {
    const bare = value.trim()
    const same = known.get(bare)
    if (same !== undefined) return same
    if (!this.#valid(item, bare)) return { item, why: 'invalid' }
    const options = optionsOf(known)
    if (options.length === maxOptions) return { item, why: 'too_many_options' }
    known.set(bare, options.length + 1)
    return options.length + 1
  }

  build(): CodeMatrix {
    return {
      people: this.#people,
      items: this.#items,
      codes: this.#codes.subarray(0, this.#people * this.#items.length),
      options: this.#known.map(optionsOf),
    }
  }
}

const optionsOf = (known: ReadonlyMap<string, number>): string[] =>
  [...known].flatMap(([text, code]) => (code > emptyCode && code <= maxOptions ? [text] : []))

/** The points of each code of each item, items × 256; NaN for a code that has none. */
export type Points = Float64Array

/**
 * The points of every code.
 * @param pointsOf the points of an option
 * @param blank the points of a blank: 0 in an ability test, NaN in a Likert scale. An item that was not presented has none
 */
export function pointsOfCodes(
  { items, options }: Pick<CodeMatrix, 'items' | 'options'>,
  pointsOf: (item: number, option: string) => number,
  blank: number,
): Points {
  const points = new Float64Array(items.length * codesEach).fill(Number.NaN)
  for (const [item, texts] of options.entries()) {
    const at = item * codesEach
    for (const code of [emptyCode, blankCodes.omitted, blankCodes.notReached, blankCodes.timedOut])
      points[at + code] = blank
    for (const [index, text] of texts.entries()) points[at + index + 1] = pointsOf(item, text)
  }
  return points
}

/** Points for a key: 1 for the right option, 0 for all others and for blanks. @param key an option for each item */
export const keyedPoints = (matrix: CodeMatrix, key: readonly string[]): Points =>
  pointsOfCodes(matrix, (item, option) => Number(option === key[item]), 0)

/** Points of answers that are points already, such as 0 and 1; a blank is 0. */
export const scoredPoints = (matrix: CodeMatrix): Points =>
  pointsOfCodes(matrix, (_, option) => Number(option), 0)

/** Points of Likert items: min + max − x where an item is reversed; a blank has none. */
export const likertPoints = (
  matrix: CodeMatrix,
  { min, max, reverse }: { min: number; max: number; reverse: ReadonlySet<string> },
): Points =>
  pointsOfCodes(
    matrix,
    (item, option) => (reverse.has(matrix.items[item] ?? '') ? min + max - Number(option) : Number(option)),
    Number.NaN,
  )
