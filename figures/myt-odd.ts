import { arrow, draw } from './myt-shapes.ts'
import { circle, ink, line, rect, svg } from './svg.ts'

/**
 * MYT, visual attention: four pictures, three of them drawn from the same model and one from a model that differs in
 * one thing that can be seen at the size of a tile.
 */
type Model =
  | { kind: 'clock'; hour: number; minute: number }
  | { kind: 'dots'; cells: readonly number[] }
  | { kind: 'key'; teeth: readonly number[] }
  | { kind: 'arrows'; turns: readonly number[] }
  | { kind: 'bars'; heights: readonly number[] }
  | { kind: 'nest'; inner: 'circle' | 'square' | 'triangle'; corner: number }
export type Odd = { usual: Model; odd: Model; key: 'a' | 'b' | 'c' | 'd' }

export const odds: Readonly<Record<string, Odd>> = {
  gp3: {
    usual: { kind: 'arrows', turns: [0, 0] },
    odd: { kind: 'arrows', turns: [0, 180] },
    key: 'b',
  },
  gd18: {
    usual: { kind: 'clock', hour: 2, minute: 6 },
    odd: { kind: 'clock', hour: 4, minute: 6 },
    key: 'd',
  },
  gd19: {
    usual: { kind: 'arrows', turns: [0, 180, 0] },
    odd: { kind: 'arrows', turns: [0, 0, 0] },
    key: 'a',
  },
  gd20: {
    usual: { kind: 'dots', cells: [0, 2, 4, 7] },
    odd: { kind: 'dots', cells: [0, 2, 4, 6] },
    key: 'a',
  },
  gd21: {
    usual: { kind: 'bars', heights: [2, 4, 1, 3] },
    odd: { kind: 'bars', heights: [2, 4, 2, 3] },
    key: 'a',
  },
  gd22: {
    usual: { kind: 'nest', inner: 'triangle', corner: 1 },
    odd: { kind: 'nest', inner: 'triangle', corner: 2 },
    key: 'c',
  },
  gd23: { usual: { kind: 'key', teeth: [2, 1, 2] }, odd: { kind: 'key', teeth: [2, 2, 1] }, key: 'b' },
  gd24: {
    usual: { kind: 'dots', cells: [0, 1, 5, 6, 8] },
    odd: { kind: 'dots', cells: [0, 1, 5, 6, 7] },
    key: 'd',
  },
}

const rim = { fill: ink.paper, width: 3 }
function hand(clock: number, length: number, width: number): string {
  const angle = (clock * Math.PI) / 6
  return line([60, 60], [60 + length * Math.sin(angle), 60 - length * Math.cos(angle)], { width })
}

function shapes(model: Model): string {
  switch (model.kind) {
    case 'clock':
      return circle(60, 60, 48, rim) + hand(model.hour, 24, 7) + hand(model.minute, 38, 4)
    case 'dots':
      return Array.from({ length: 9 }, (_, cell) => {
        const full = model.cells.includes(cell)
        const at = [26 + 34 * (cell % 3), 26 + 34 * Math.floor(cell / 3)] as const
        return circle(...at, 11, full ? { fill: ink.line } : { fill: ink.paper, stroke: ink.grey, width: 2 })
      }).join('')
    case 'key': {
      const teeth = model.teeth.map((size, i) =>
        line([58 + i * 20, 60], [58 + i * 20, 60 + size * 14], { width: 8 }),
      )
      return circle(26, 60, 16, { width: 7 }) + line([42, 60], [104, 60], { width: 8 }) + teeth.join('')
    }
    case 'arrows': {
      const gap = 120 / model.turns.length
      return model.turns.map((turn, i) => arrow([gap * (i + 0.5), 60], turn, gap > 50 ? 38 : 32)).join('')
    }
    case 'bars':
      return (
        model.heights
          .map((height, i) => rect(16 + i * 24, 104 - height * 22, 16, height * 22, { fill: ink.solid }))
          .join('') + line([10, 105], [110, 105], { width: 4 })
      )
    case 'nest': {
      const [dx, dy] = (
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ] as const
      )[model.corner % 4] ?? [0, 0]
      const dot = circle(60 + dx * 32, 60 + dy * 32, 8, { fill: ink.line, stroke: 'none' })
      return rect(12, 12, 96, 96, rim) + draw(model.inner, 'plain', [60, 60], 22) + dot
    }
  }
}

const drawModel = (model: Model) => svg(120, 120, shapes(model))

export const drawings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(odds).flatMap(([id, { usual, odd, key }]) =>
      ['a', 'b', 'c', 'd'].map((letter) => [
        `figures/${id}-${letter}.svg`,
        drawModel(letter === key ? odd : usual),
      ]),
    ),
  )
