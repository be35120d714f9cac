/**
 * A chart as plain data: shapes with a role each. The web draws them as SVG, Typst draws them on paper; what a role looks
 * like (colour, line width, dash) is theirs, where it lies is decided here alone.
 */
export type Role =
  | 'track'
  | 'range'
  | 'cut'
  | 'fill'
  | 'halo'
  | 'tick'
  | 'norm'
  | 'norm-head'
  | 'stem'
  | 'dot'
  | 'step'
  | 'step-on'
  | 'step-label'
  | 'step-label-on'
  | 'cut-label'
  | 'score-label'
  | 'error'
  | 'whisker'
  | 'grid'
  | 'arc'
  | 'group'
  | 'area'
  | 'outline'
  | 'vertex'
  | 'band-1'
  | 'band-2'
  | 'band-3'
  | 'band-4'
  | 'band-5'
  | 'axis-label'
  | 'ring-label'
  | 'zone'
  | 'person'
  | 'person-label'
  | 'person-even'
  | 'person-even-label'
  | 'line-1'
  | 'line-2'
  | 'line-3'
  | 'vertex-1'
  | 'vertex-2'
  | 'vertex-3'

export type Anchor = 'start' | 'middle' | 'end'
export type Point = readonly [x: number, y: number]

export type Shape =
  | { kind: 'rect'; role: Role; x: number; y: number; width: number; height: number; radius: number }
  | { kind: 'line'; role: Role; x1: number; y1: number; x2: number; y2: number }
  | { kind: 'circle'; role: Role; cx: number; cy: number; r: number }
  | { kind: 'polyline'; role: Role; points: Point[]; closed: boolean }
  | { kind: 'text'; role: Role; x: number; y: number; anchor: Anchor; text: string }

/**
 * Shapes in a box of `width` × `height` px, y downwards, painted in order. A `fluid` drawing is stretched to the width it
 * is given: its x values and rectangle widths scale, heights, radii and text do not; it has no polylines.
 */
export interface Drawing {
  width: number
  height: number
  fluid: boolean
  shapes: Shape[]
}

/** Rounds to a hundredth of a pixel: the same bytes on every machine, although libm differs in the 15th digit. */
export const px = (value: number) => Math.round(value * 100) / 100 || 0

/** The position of `value` between `min` and `max`, as 0 to 1; outside values go to the nearest end. */
export function share(value: number, min: number, max: number): number {
  if (!(max > min)) return 0
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}
