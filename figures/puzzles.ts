/** What every generator of AYT's picture questions gives back: drawings, and which option is right by its model. */

export const optionIds = ['a', 'b', 'c', 'd'] as const
export type OptionId = (typeof optionIds)[number]
export type Four<T> = readonly [T, T, T, T]

export type Puzzle = {
  id: string
  /** The drawing of the question; without one the options alone are the question. */
  prompt?: string
  options: Four<{ drawing: string; right: boolean; model: string }>
}

/** A question from models of its options, in the order shown. `key` names what two looks of one model share. */
export function puzzle<Model>(
  id: string,
  from: {
    prompt?: string
    options: Four<Model>
    draw: (option: Model) => string
    right: (option: Model) => boolean
    key: (option: Model) => string
  },
): Puzzle {
  const made = (option: Model) => ({
    drawing: from.draw(option),
    right: from.right(option),
    model: from.key(option),
  })
  const [a, b, c, d] = from.options
  return {
    id,
    options: [made(a), made(b), made(c), made(d)],
    ...(from.prompt !== undefined && { prompt: from.prompt }),
  }
}

/** The right option moved to a place; the wrong ones keep their order. */
export function placed(puzzle: Puzzle, at: OptionId): Puzzle {
  const [right, ...others] = puzzle.options.toSorted((a, b) => Number(b.right) - Number(a.right))
  const [a, b, c, d] = others.toSpliced(optionIds.indexOf(at), 0, ...(right ? [right] : []))
  if (!a || !b || !c || !d) throw new Error(`${puzzle.id} does not have four options`)
  return { ...puzzle, options: [a, b, c, d] }
}

/** The options that are right by the model: one, which the tests prove. */
export const rightOptions = ({ options }: Puzzle) => optionIds.filter((_, i) => options[i]?.right === true)

/** Every drawing of the questions by its path inside the inventory's folder. */
export function drawingsOf(puzzles: readonly Puzzle[]): Record<string, string> {
  return Object.fromEntries(
    puzzles.flatMap(({ id, prompt, options }) => [
      ...(prompt === undefined ? [] : [[`figures/${id}.svg`, prompt] as const]),
      ...options.map(({ drawing }, i) => [`figures/${id}-${optionIds[i]}.svg`, drawing] as const),
    ]),
  )
}
