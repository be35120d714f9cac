import { type Drawing, type Point, px, type Shape, share } from './drawing.ts'

const width = 320
const height = 172
/** The field between the words. */
const field = { left: 44, right: 308, top: 10, bottom: 138 }

export interface CurveInput {
  /** Shares of points, 0 to 1, from the people with the lowest score on the rest to those with the highest. */
  shares: readonly number[]
  /** A percentage as it is to be written. */
  write: (percent: number) => string
  ends: readonly [low: string, high: string]
}

/**
 * The score on one question by groups of people with a rising score on the rest, 320 × 172, with lines at 0, 50 and 100 %.
 */
export function curve({ shares, write, ends: [low, high] }: CurveInput): Drawing {
  const up = (of: number) => px(field.bottom - share(of, 0, 1) * (field.bottom - field.top))
  const step = (field.right - field.left) / Math.max(1, shares.length - 1)
  const points = shares.map((of, index): Point => [px(field.left + index * step), up(of)])
  const shapes: Shape[] = [0, 50, 100].flatMap((percent): Shape[] => {
    const y = up(percent / 100)
    return [
      { kind: 'line', role: 'grid', x1: field.left, y1: y, x2: field.right, y2: y },
      {
        kind: 'text',
        role: 'ring-label',
        x: field.left - 8,
        y: px(y + 4),
        anchor: 'end',
        text: write(percent),
      },
    ]
  })
  shapes.push({ kind: 'polyline', role: 'line-1', points, closed: false })
  for (const [cx, cy] of points) shapes.push({ kind: 'circle', role: 'vertex-1', cx, cy, r: 4 })
  const y = field.bottom + 22
  shapes.push({ kind: 'text', role: 'axis-label', x: field.left, y, anchor: 'start', text: low })
  shapes.push({ kind: 'text', role: 'axis-label', x: field.right, y, anchor: 'end', text: high })
  return { width, height, fluid: false, shapes }
}
