import type { CompareView } from '#report/compare.ts'
import type { Anchor, Shape } from '#report/drawing.ts'
import type { GroupReportView } from '#report/groups.ts'
import type { Picture, ReportView } from '#report/view.ts'

/** A drawing on paper: its lines and areas as one SVG, its words apart, so that they stay text of the document. */
interface PrintedPicture {
  alt: string
  svg: string
  /** Size in points, without the margin that the SVG has on each side. */
  width: number
  height: number
  labels: { role: string; x: number; y: number; anchor: Anchor; scale: number; text: string }[]
}

/** One CSS pixel in points. */
const px = 0.75
const mm = 72 / 25.4
/** Around an SVG, in its units: a dot at the end of its lane is not cut off. */
export const margin = 8

const round = "stroke-linecap='round' stroke-linejoin='round' fill='none'"
// The look of each role on paper: the colours of the design's light mode, widths in CSS pixels.
const looks: Record<string, string> = {
  track: "fill='#e6e8ee'",
  range: "fill='#cdd2db'",
  fill: "fill='#4f46e5'",
  step: "fill='#e6e8ee'",
  'step-on': "fill='#4f46e5'",
  cut: "stroke='#fff' stroke-width='1.5'",
  halo: "stroke='#fff' stroke-width='5'",
  tick: `stroke='#141a26' stroke-width='2' ${round}`,
  norm: "stroke='#364152' stroke-width='1.5'",
  'norm-head': "fill='#fff' stroke='#364152' stroke-width='1.5'",
  stem: "stroke='#4f46e5' stroke-width='2'",
  error: `stroke='#9aa2b1' stroke-width='4' ${round}`,
  whisker: "stroke='#364152' stroke-width='1.5'",
  dot: "fill='#4f46e5' stroke='#fff' stroke-width='2'",
  grid: "stroke='#e0e3e9' stroke-width='.8' fill='none'",
  arc: `stroke='#cdd2db' stroke-width='2.5' ${round}`,
  group: `stroke='#4b5565' stroke-width='1.5' stroke-dasharray='4 3' ${round}`,
  area: "fill='#4f46e5' fill-opacity='.12' stroke='#4f46e5' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'",
  outline: `stroke='#4f46e5' stroke-width='2' ${round}`,
  'band-1': "fill='#c7d2fe'",
  'band-2': "fill='#a5b4fc'",
  'band-3': "fill='#818cf8'",
  'band-4': "fill='#4f46e5'",
  'band-5': "fill='#312e81'",
  vertex: "fill='#fff' stroke='#4f46e5' stroke-width='1.6'",
  zone: "fill='#eef0f4'",
  person: "fill='#4f46e5' stroke='#fff' stroke-width='1.5'",
  'person-even': "fill='#fff' stroke='#4b5565' stroke-width='1.5'",
  'line-1': `stroke='#4f46e5' stroke-width='2' ${round}`,
  'line-2': `stroke='#0e93a8' stroke-width='2' stroke-dasharray='7 4' ${round}`,
  'line-3': `stroke='#364152' stroke-width='2' stroke-dasharray='1.5 4' ${round}`,
  'vertex-1': "fill='#fff' stroke='#4f46e5' stroke-width='1.6'",
  'vertex-2': "fill='#fff' stroke='#0e93a8' stroke-width='1.6'",
  'vertex-3': "fill='#fff' stroke='#364152' stroke-width='1.6'",
}

const short = (value: number) => String(Math.round(value * 100) / 100)

function element(shape: Exclude<Shape, { kind: 'text' }>, sx: number, sy: number): string {
  const look = looks[shape.role] ?? ''
  const at = (x: number, y: number) => `${short(x * sx)} ${short(y * sy)}`
  if (shape.kind === 'rect') {
    const radius = Math.min(shape.radius * sy, (shape.width * sx) / 2)
    return `<rect x='${short(shape.x * sx)}' y='${short(shape.y * sy)}' width='${short(shape.width * sx)}' height='${short(shape.height * sy)}' rx='${short(radius)}' ${look}/>`
  }
  if (shape.kind === 'line') return `<path d='M${at(shape.x1, shape.y1)}L${at(shape.x2, shape.y2)}' ${look}/>`
  if (shape.kind === 'circle')
    return `<circle cx='${short(shape.cx * sx)}' cy='${short(shape.cy * sy)}' r='${short(shape.r * sy)}' ${look}/>`
  const points = shape.points.map(([x, y]) => at(x, y)).join('L')
  return `<path d='M${points}${shape.closed ? 'Z' : ''}' ${look}/>`
}

/**
 * Typst lays out every shape as an element of its own: drawn as one image, the charts of a report of sixteen scales cost a
 * third of that. A fluid drawing is stretched as the screen does it, line widths stay.
 * @param width in points
 */
export function printedPicture({ drawing, alt }: Picture, width: number): PrintedPicture {
  const sx = width / px / drawing.width
  const sy = drawing.fluid ? 1 : sx
  const wide = width / px + 2 * margin
  const high = drawing.height * sy + 2 * margin
  const shapes: string[] = []
  const labels: PrintedPicture['labels'] = []
  for (const shape of drawing.shapes) {
    if (shape.kind === 'text') {
      const { role, anchor, text } = shape
      labels.push({ role, anchor, text, x: shape.x * sx * px, y: shape.y * sy * px, scale: sy })
    } else shapes.push(element(shape, sx, sy))
  }
  const box = `${-margin} ${-margin} ${short(wide)} ${short(high)}`
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${short(wide)}' height='${short(high)}' viewBox='${box}'>${shapes.join('')}</svg>`
  return { alt, svg, width, height: drawing.height * sy * px, labels }
}

/** A report's view with its drawings made for paper; `widths` are those of their columns, in points. */
export function printed(view: ReportView) {
  const widths = {
    content: 174 * mm,
    bar: (view.radar ? 74 : 83) * mm,
    lane: 48 * mm,
    radar: 96 * mm,
  }
  return {
    ...view,
    widths,
    ladder: view.ladder && { title: view.ladder.title, picture: printedPicture(view.ladder, widths.content) },
    radar: view.radar && { title: view.radar.title, picture: printedPicture(view.radar, widths.radar) },
    bars: view.bars.map((bar) => ({ ...bar, picture: printedPicture(bar.picture, widths.bar) })),
    composites: view.composites && {
      ...view.composites,
      bars: view.composites.bars.map((bar) => ({ ...bar, picture: printedPicture(bar.picture, widths.bar) })),
    },
    groups: view.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({ ...row, picture: printedPicture(row.picture, widths.lane) })),
    })),
  }
}

/** A view of a group with its drawings made for paper. */
export function printedGroup(view: GroupReportView) {
  const width = 62 * mm
  return {
    ...view,
    width,
    parts: view.parts.map((part) => ({
      ...part,
      sections: part.sections.map((section) => ({
        ...section,
        rows: section.rows.map((row) => ({
          ...row,
          picture: row.picture && printedPicture(row.picture, width),
          bands: row.bands && {
            ...row.bands,
            picture: row.bands.picture && printedPicture(row.bands.picture, width),
          },
        })),
      })),
    })),
  }
}

/** A comparison's view with its drawings made for a page in landscape. */
export function printedComparison(view: CompareView) {
  const widths = { axis: 72 * mm, radar: 110 * mm }
  return {
    ...view,
    widths,
    tests: view.tests.map((test) => ({
      ...test,
      radar: test.radar && { ...test.radar, picture: printedPicture(test.radar, widths.radar) },
      groups: test.groups.map((group) => ({
        ...group,
        rows: group.rows.map((row) => ({ ...row, picture: printedPicture(row.picture, widths.axis) })),
      })),
    })),
  }
}
