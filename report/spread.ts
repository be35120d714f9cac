import { type Drawing, px, type Shape, share } from './drawing.ts'

const width = 100
const height = 28
const middle = 14

interface SpreadInput {
  min: number
  max: number
  /** A mean or median; `null` draws the empty lane. */
  value: number | null
  /** One error to both sides of the value. */
  error?: number | null
  /** The range that has most of the values. */
  range?: readonly [low: number, high: number] | null
}

/**
 * The scores or times of a group on a lane from `min` to `max`, fluid, 100 units wide and 28 px high: a darker range, a dot
 * at the value and whiskers of its error. What is outside is drawn at the end.
 */
export function spread({ min, max, value, error = null, range = null }: SpreadInput): Drawing {
  const at = (of: number) => px(share(of, min, max) * width)
  const shapes: Shape[] = [{ kind: 'rect', role: 'track', x: 0, y: 10, width, height: 8, radius: 4 }]
  if (range !== null) {
    const [low, high] = [at(range[0]), at(range[1])]
    if (high > low)
      shapes.push({ kind: 'rect', role: 'range', x: low, y: 10, width: px(high - low), height: 8, radius: 0 })
  }
  if (value === null) return { width, height, fluid: true, shapes }
  const line = (x1: number, y1: number, x2: number, y2: number): Shape => ({
    kind: 'line',
    role: 'whisker',
    x1,
    y1,
    x2,
    y2,
  })
  if (error !== null) {
    const [from, to] = [at(value - error), at(value + error)]
    if (to > from)
      shapes.push(
        line(from, middle, to, middle),
        line(from, middle - 4, from, middle + 4),
        line(to, middle - 4, to, middle + 4),
      )
  }
  shapes.push({ kind: 'circle', role: 'dot', cx: at(value), cy: middle, r: 5 })
  return { width, height, fluid: true, shapes }
}

const shades = ['band-1', 'band-2', 'band-3', 'band-4', 'band-5'] as const

/**
 * Shares of a whole beside each other, from the lowest to the highest, fluid, 100 units wide and 10 px high; darker is higher.
 * Parts that are not known are empty in their place, all of one width.
 * @param parts people by band; null where it is not shown
 */
export function shares(parts: readonly (number | null)[], whole: number): Drawing {
  const thick = 10
  const shapes: Shape[] = [{ kind: 'rect', role: 'track', x: 0, y: 0, width, height: thick, radius: 3 }]
  const known = parts.reduce((sum: number, part) => sum + (part ?? 0), 0)
  const hidden = parts.filter((part) => part === null).length
  // Parts that are not shown keep their places; how the rest is divided among them is nobody's to know.
  const gap = hidden > 0 && whole > 0 ? (Math.max(0, whole - known) / whole / hidden) * width : 0
  let x = 0
  for (const [at, part] of parts.entries()) {
    if (part === null) x += gap
    if (part === null || part === 0 || whole <= 0) continue
    const wide = Math.min(width - x, (part / whole) * width)
    const role = shades[Math.round((at * (shades.length - 1)) / Math.max(1, parts.length - 1))] ?? 'band-1'
    shapes.push({ kind: 'rect', role, x: px(x), y: 0, width: px(wide), height: thick, radius: 0 })
    x += wide
    if (x < width - 0.01) shapes.push({ kind: 'line', role: 'cut', x1: px(x), y1: 0, x2: px(x), y2: thick })
  }
  return { width, height: thick, fluid: true, shapes }
}
