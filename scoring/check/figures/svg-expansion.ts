import { type Said, say } from '#scoring/check/problems.ts'

/** An element with its content and what it refers to within the drawing. */
export interface SvgElement {
  readonly id: string | undefined
  readonly refers: readonly string[]
  readonly children: SvgElement[]
}

/** A drawing on a phone: what is drawn again by `use`, patterns and the like counts as often as it is drawn. */
const MOST = 10_000

/** Why a drawing is more than its text: ten uses of ten uses, nine times over, are a thousand million elements. */
export function expansionFault(root: SvgElement): Said | null {
  const byId = new Map<string, SvgElement>()
  const collect = (element: SvgElement): void => {
    if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element)
    for (const child of element.children) collect(child)
  }
  collect(root)
  const drawn = new Map<SvgElement, number>()
  const within = new Set<SvgElement>()
  /** The number of elements drawn for this one; infinite where it is drawn within itself. */
  const count = (element: SvgElement): number => {
    const known = drawn.get(element)
    if (known !== undefined) return known
    if (within.has(element)) return Infinity
    within.add(element)
    const parts = [...element.children, ...element.refers.flatMap((id) => byId.get(id) ?? [])]
    const sum = parts.reduce((all, part) => all + count(part), 1)
    within.delete(element)
    drawn.set(element, sum)
    return sum
  }
  const all = count(root)
  if (all === Infinity) return say`is drawn within itself`
  return all > MOST ? say`draws more than ${MOST} elements` : null
}
