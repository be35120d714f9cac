/** What every generator of AYT's picture questions gives back: drawings, and which option is right by its model. */

export const optionIds = ['a', 'b', 'c', 'd'] as const
export type OptionId = (typeof optionIds)[number]
type Four<T> = readonly [T, T, T, T]

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

/** The right one put in its place among three wrong ones, which keep their order. */
export function placed<Model>(
  right: Model,
  [x, y, z]: readonly [Model, Model, Model],
  at: OptionId,
): Four<Model> {
  switch (at) {
    case 'a':
      return [right, x, y, z]
    case 'b':
      return [x, right, y, z]
    case 'c':
      return [x, y, right, z]
    case 'd':
      return [x, y, z, right]
  }
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
