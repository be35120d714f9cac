/** The lines of a scale from nothing to at least this count: four steps or fewer, each a whole number. */
export function scaleTo(highest: number): number[] {
  const raw = Math.max(highest, 4) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw && one >= 1) ?? raw
  const count = Math.ceil(Math.max(highest, 4) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
