import { type Four, puzzle } from './puzzles.ts'
import { circle, ink, line, path, polyline, rect, svg } from './svg.ts'

/**
 * A rope over wheels: `fixed` ones hang from the ceiling, `moving` ones go up with the load. With `fromLoad` the rope
 * begins at the load, else at the ceiling; it runs down and up until its end is pulled down.
 */
export type Tackle = { fixed: number; moving: number; fromLoad: boolean }

/** Parts of the rope that carry the load: two at every moving wheel, and the one that begins at the load. */
export const carrying = ({ moving, fromLoad }: Tackle) => moving * 2 + (fromLoad ? 1 : 0)
export const pullForce = (tackle: Tackle) => 1 / carrying(tackle)

export const tackles: Four<Tackle> = [
  { fixed: 2, moving: 1, fromLoad: true },
  { fixed: 3, moving: 0, fromLoad: true },
  { fixed: 1, moving: 1, fromLoad: false },
  { fixed: 2, moving: 0, fromLoad: true },
]

const r = 11
const top = 28
const low = 64
const rope = { stroke: ink.accent, width: 3 }
const turn = (x: number, y: number, over: boolean) =>
  path(`M${x} ${y}a${r} ${r} 0 0 ${over ? 1 : 0} ${r * 2} 0`, rope)
const pulley = (x: number, y: number) =>
  circle(x, y, r - 2, { fill: ink.pale }) + circle(x, y, 2, { fill: ink.line })
const pulled = (x: number) =>
  line([x, top], [x, 84], rope) +
  polyline(
    [
      [x - 6, 80],
      [x, 88],
      [x + 6, 80],
    ],
    rope,
  )
/** The same load in every picture, wide enough for the two ropes that one of them ties to it. */
const load = (left: number) => rect(left, 84, 44, 20, { fill: ink.solid })

function draw(tackle: Tackle) {
  const { fixed, moving, fromLoad } = tackle
  const parts = moving === 0 ? 1 : carrying(tackle)
  const width = moving === 0 ? fixed * r * 2 + (fixed - 1) * 4 : parts * r * 2
  const left = 80 - width / 2
  const shapes = [line([left - 16, 8], [left + width + 16, 8], { width: 5 })]
  if (moving === 0) {
    for (let i = 0; i < fixed; i++) {
      const x = left + r + i * (r * 2 + 4)
      shapes.push(line([x, 8], [x, top]), pulley(x, top))
    }
    const end = left + width
    shapes.push(
      line([left, top], [left, 86], rope),
      path(`M${left} ${top}a${r} ${r} 0 0 1 ${r} ${-r}H${end - r}a${r} ${r} 0 0 1 ${r} ${r}`, rope),
      pulled(end),
      load(left - 22),
    )
    return svg(160, 106, ...shapes)
  }
  for (let i = 0; i < parts; i++) {
    const x = left + i * r * 2
    const over = fromLoad === (i % 2 === 0)
    shapes.push(
      line([x, i === 0 && !fromLoad ? 8 : top], [x, i === 0 && fromLoad ? 86 : low], rope),
      turn(x, over ? top : low, over),
      pulley(x + r, over ? top : low),
      over ? line([x + r, 8], [x + r, top]) : line([x + r, low], [x + r, 86]),
    )
  }
  const end = left + width
  // A rope that begins at the load ends in its box: a bar between the two would look like a shelf.
  shapes.push(pulled(end), load(fromLoad ? left - 5.5 : left + r - 22))
  return svg(160, 106, ...shapes)
}

export const puzzles = [
  puzzle<Tackle>('mc11', {
    options: tackles,
    draw,
    right: (tackle) => tackles.every((each) => pullForce(tackle) <= pullForce(each)),
    key: ({ fixed, moving, fromLoad }) => `${fixed}+${moving}${fromLoad ? ' from the load' : ''}`,
  }),
]
