import type { Locale } from '#scoring/definition/definition.ts'
import { scoreItem } from '#scoring/responses/items.ts'
import type { Outcome, Status } from '#scoring/score/outcomes.ts'
import { reversed } from '#scoring/score/scales.ts'
import {
  blankCodes,
  type CodeMatrix,
  codesEach,
  maxOptions,
  type Points,
  pointsOfCodes,
} from './matrix.ts'
import type { Plan, PlannedItem, PlannedPart } from './plan.ts'

/** Everything that an analysis reads of its people: no names, no ids. */
export interface Sheet {
  /** The items of the plan in their order. */
  readonly matrix: CodeMatrix
  /** Milliseconds, people × items; 0 where they are not known. */
  readonly times: Uint32Array
  /** One a person: 0 Turkish, 1 English. */
  readonly languages: Uint8Array
}

const languages: readonly Locale[] = ['tr', 'en']
/** The language of a code in `Sheet.languages`. */
export const languageOf = (code: number): Locale => languages[code] ?? 'tr'

/** Answers that give no points and aren't picks all have this text. */
const answered = 'answered'

/** Collects outcomes into a sheet, person by person. */
export class SheetBuilder {
  readonly #items: readonly PlannedItem[]
  readonly #places: ReadonlyMap<string, number>
  readonly #known: readonly Map<string, number>[]
  readonly #codes: Uint8Array
  readonly #times: Uint32Array
  readonly #languages: Uint8Array
  #people = 0

  /** @param people at most */
  constructor(plan: Plan, people: number) {
    this.#items = plan.items
    this.#places = new Map(plan.items.map(({ item }, place) => [item.id, place]))
    this.#known = plan.items.map(({ picks }) => new Map(picks.map((option, i) => [option, i + 1])))
    this.#codes = new Uint8Array(people * plan.items.length).fill(blankCodes.notPresented)
    this.#times = new Uint32Array(people * plan.items.length)
    this.#languages = new Uint8Array(people)
  }

  add(
    outcomes: readonly Outcome[],
    { timings, locale }: { timings: Readonly<Record<string, number>>; locale: Locale },
  ): void {
    const from = this.#people * this.#items.length
    for (const outcome of outcomes) {
      const place = this.#places.get(outcome.item.id)
      if (place === undefined) continue
      this.#codes[from + place] = this.#codeOf(place, outcome)
      this.#times[from + place] = timings[outcome.item.id] ?? 0
    }
    this.#languages[this.#people] = languages.indexOf(locale)
    this.#people += 1
  }

  #codeOf(place: number, { status, value, score }: Outcome): number {
    const blank = blankOf(status)
    if (blank !== undefined) return blank
    const known = this.#known[place] ?? new Map<string, number>()
    const isPick = (this.#items[place]?.picks.length ?? 0) > 0
    const text = isPick ? String(value) : score === null ? answered : String(score)
    const code = known.get(text)
    if (code !== undefined) return code
    if (known.size === maxOptions) return nearest(known, Number(text))
    known.set(text, known.size + 1)
    return known.size
  }

  build(): Sheet {
    const cells = this.#people * this.#items.length
    return {
      matrix: {
        people: this.#people,
        items: this.#items.map(({ item }) => item.id),
        codes: this.#codes.subarray(0, cells),
        options: this.#known.map((known) => [...known.keys()]),
      },
      times: this.#times.subarray(0, cells),
      languages: this.#languages.subarray(0, this.#people),
    }
  }
}

function blankOf(status: Status): number | undefined {
  switch (status) {
    case 'answered':
    case 'dontKnow':
      return undefined
    default:
      return blankCodes[status]
  }
}

/** Parts of points are of more kinds than there are codes only in long orders: those take the nearest known one. */
function nearest(known: ReadonlyMap<string, number>, score: number): number {
  const [best] = [...known].sort(([a], [b]) => Math.abs(Number(a) - score) - Math.abs(Number(b) - score))
  return best?.[1] ?? blankCodes.omitted
}

/** Some columns of a matrix, by their places. */
export function columnsOf({ codes, people, items, options }: CodeMatrix, places: readonly number[]): CodeMatrix {
  const [from, to] = [items.length, places.length]
  const chosen = new Uint8Array(people * to)
  for (let person = 0; person < people; person += 1)
    for (let at = 0; at < to; at += 1) chosen[person * to + at] = codes[person * from + (places[at] ?? 0)] ?? 0
  return {
    people,
    items: places.map((place) => items[place] ?? ''),
    codes: chosen,
    options: places.map((place) => options[place] ?? []),
  }
}

/** The people of a matrix who got one item. */
export function rowsWith({ codes, people, items, options }: CodeMatrix, place: number): CodeMatrix {
  const k = items.length
  const chosen = new Uint8Array(codes.length)
  let count = 0
  for (let person = 0; person < people; person += 1) {
    if (codes[person * k + place] === blankCodes.notPresented) continue
    chosen.set(codes.subarray(person * k, (person + 1) * k), count * k)
    count += 1
  }
  return { people: count, items, codes: chosen.subarray(0, count * k), options }
}

/**
 * The points of every code of a part's items, by the definition's own item scoring. Blanks are 0 in a scored part and missing in a
 * Likert one.
 * @param matrix the part's columns
 * @param items the part's items in their order
 */
export function pointsOfPart(matrix: CodeMatrix, items: readonly PlannedItem[], part: PlannedPart): Points {
  const isLikert = part.kind === 'likert'
  const missing = isLikert ? Number.NaN : 0
  return pointsOfCodes(
    matrix,
    (place, text) => {
      const planned = items[place]
      if (planned === undefined) return missing
      const points = planned.picks.length > 0 ? scoreItem(planned.item, text) : Number(text)
      if (points === null || Number.isNaN(points)) return missing
      return part.reverse.has(planned.item.id) ? reversed(points, part.min, part.max) : points
    },
    missing,
  )
}

/**
 * Gives an item that somebody didn't get the mean points of those who did: people with different items then have sums that can be
 * compared.
 */
export function fillDrawn({ codes, people, items }: CodeMatrix, points: Points): Points {
  const k = items.length
  const sums = new Float64Array(k)
  const counts = new Float64Array(k)
  for (let person = 0, from = 0; person < people; person += 1, from += k) {
    for (let item = 0; item < k; item += 1) {
      const value = points[item * codesEach + (codes[from + item] ?? 0)] ?? 0
      if (Number.isNaN(value)) continue
      sums[item] = (sums[item] ?? 0) + value
      counts[item] = (counts[item] ?? 0) + 1
    }
  }
  const filled = points.slice()
  for (let item = 0; item < k; item += 1)
    filled[item * codesEach + blankCodes.notPresented] = (sums[item] ?? 0) / Math.max(1, counts[item] ?? 0)
  return filled
}
