import { scaleTo } from './chartScale.ts'
import type { Counts } from './counts.ts'
import { usualHighest } from './usualHighest.ts'

const shapes = {
  across: { width: 1040, height: 236, right: 1028, bottom: 208, bar: 14, every: 7 },
  wide: { width: 664, height: 236, right: 652, bottom: 208, bar: 10, every: 7 },
  narrow: { width: 326, height: 210, right: 314, bottom: 182, bar: 5, every: 14 },
}
// The width of a digit beside the axis, in the drawing's units: 10.000 must have room.
const digit = 7
const top = 16

/** The greatest of some counts, 0 where there are none. */
export const greatest = (counts: readonly number[]) => counts.reduce((most, one) => Math.max(most, one), 0)

/**
 * The positions of days and counts in the drawing, in its own units.
 * @param number writes a count as the axis does
 */
export function plotOf(days: Counts['days'], shape: keyof typeof shapes, number: (value: number) => string) {
  const { right, bottom } = shapes[shape]
  const scale = scaleTo(usualHighest(days.map(({ counts }) => greatest(counts))))
  const highest = scale.at(-1) ?? 1
  const left = Math.max(28, 14 + digit * greatest(scale.map((value) => number(value).length)))
  const last = days.length - 1
  const xOf = (at: number) => left + ((right - left) * at) / Math.max(1, last)
  const yOf = (value: number) => bottom - ((bottom - top) * Math.min(value, highest)) / highest
  return {
    ...shapes[shape],
    top,
    left,
    scale,
    highest,
    last,
    xOf,
    yOf,
    /** Straight from day to day: a smooth line would show counts between the days. */
    lineOf: (series: number) =>
      `M${days.map(({ counts }, at) => `${xOf(at)} ${yOf(counts[series] ?? 0)}`).join('L')}`,
  }
}
export type DayPlot = ReturnType<typeof plotOf>

/** The day under the pointer, at any shown size. */
export function dayAt(
  svg: SVGSVGElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { left, right, last }: DayPlot,
): number | null {
  const matrix = svg.getScreenCTM()
  if (matrix === null) return null
  const { x } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  return Math.min(last, Math.max(0, Math.round(((x - left) / (right - left)) * last)))
}
