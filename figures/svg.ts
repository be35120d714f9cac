/**
 * The drawing kit of the figures in our inventories: shapes as strings of SVG, on a light plate of their own, so that
 * a figure looks the same in light and dark mode and on paper. Coordinates are the drawing's own units (a figure for a
 * phone is about 240 wide); numbers are rounded to two decimals, so that the same drawing is the same file everywhere.
 */

/** The few inks of all figures; every pair that carries meaning also differs in shape, pattern or place. */
export const ink = {
  line: '#1f2937',
  solid: '#374151',
  accent: '#4338ca',
  tint: '#c7d2fe',
  grey: '#9ca3af',
  pale: '#e5e7eb',
  paper: '#ffffff',
} as const

export type Paint = { fill?: string; stroke?: string; width?: number; dash?: string }
export type Point = readonly [x: number, y: number]

const round = (value: number) => String(Math.round(value * 100) / 100)
const paint = ({ fill = 'none', stroke = ink.line, width = 2, dash }: Paint) =>
  `fill="${fill}" stroke="${stroke}" stroke-width="${round(width)}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}`

export const rect = (x: number, y: number, w: number, h: number, look: Paint = {}, radius = 0) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${radius === 0 ? '' : ` rx="${round(radius)}"`} ${paint(look)}/>`

export const circle = (x: number, y: number, r: number, look: Paint = {}) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" ${paint(look)}/>`

export const polygon = (points: readonly Point[], look: Paint = {}) =>
  `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" stroke-linejoin="round" ${paint(look)}/>`

export const polyline = (points: readonly Point[], look: Paint = {}) =>
  `<polyline points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" stroke-linecap="round" stroke-linejoin="round" ${paint(look)}/>`

export const line = (from: Point, to: Point, look: Paint = {}) => polyline([from, to], look)

/** A path by its own commands: for arcs and curves. */
export const path = (d: string, look: Paint = {}) => `<path d="${d}" stroke-linecap="round" ${paint(look)}/>`

/** Letters and figures that are the same in every language ("A", "4"), centred on the point; never words. */
export const label = (x: number, y: number, words: string, size = 16) =>
  `<text x="${round(x)}" y="${round(y)}" font-family="sans-serif" font-size="${round(size)}" font-weight="600" text-anchor="middle" dominant-baseline="central" fill="${ink.line}">${words}</text>`

/** Turned by degrees (clockwise) around a point, then moved. */
export const turned = (degrees: number, [x, y]: Point, ...shapes: string[]) =>
  `<g transform="rotate(${round(degrees)} ${round(x)} ${round(y)})">${shapes.join('')}</g>`
export const moved = (x: number, y: number, ...shapes: string[]) =>
  `<g transform="translate(${round(x)} ${round(y)})">${shapes.join('')}</g>`
export const mirrored = (width: number, ...shapes: string[]) =>
  `<g transform="translate(${round(width)} 0) scale(-1 1)">${shapes.join('')}</g>`

/** The whole figure: its plate and the shapes on it. */
export const svg = (width: number, height: number, ...shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">${rect(0, 0, width, height, { fill: ink.paper, stroke: 'none' }, 8)}${shapes.join('')}</svg>\n`
