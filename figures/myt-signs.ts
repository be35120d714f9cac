import { arrow } from './myt-shapes.ts'
import { circle, ink, line, path, polygon, polyline, rect, svg } from './svg.ts'

/**
 * MYT, daily life: signs drawn by us in the general manner of safety signs. The outline says what kind of sign it is
 * (triangle warns, ring with a slash forbids, full disc orders, full square shows the way), the colour only repeats it.
 */
type Kind = 'warning' | 'ban' | 'must' | 'way' | 'plain'
export type Sign = { kind: Kind; symbol: keyof typeof symbols; key: 'a' | 'b' | 'c' | 'd' }

const colour = { warning: '#facc15', ban: '#b91c1c', must: '#1d4ed8', way: '#15803d' }

const symbols = {
  lightning: () =>
    polygon(
      [
        [126, 72],
        [102, 118],
        [120, 118],
        [108, 158],
        [142, 106],
        [122, 106],
        [136, 72],
      ],
      { fill: ink.line, width: 2 },
    ),
  flame: () =>
    path(
      'M120 58 C152 90 156 108 148 132 C142 150 98 150 92 132 C86 112 104 106 106 86 C116 92 122 78 120 58 Z',
      {
        fill: ink.line,
      },
    ) +
    path('M120 140 C108 130 116 118 121 110 C128 120 134 130 120 140 Z', { fill: ink.paper, stroke: 'none' }),
  helmet: () =>
    path('M76 108 A44 44 0 0 1 164 108 Z', { fill: ink.paper, stroke: ink.paper, width: 4 }) +
    line([64, 112], [176, 112], { stroke: ink.paper, width: 9 }) +
    line([108, 70], [108, 100], { stroke: colour.must, width: 5 }) +
    line([132, 70], [132, 100], { stroke: colour.must, width: 5 }) +
    path('M84 122 C86 176 154 176 156 122', { fill: ink.paper, stroke: ink.paper, width: 4 }),
  exit: () =>
    rect(128, 60, 56, 124, { fill: ink.paper, stroke: 'none' }) +
    circle(120, 66, 12, { fill: ink.paper, stroke: colour.way, width: 4 }) +
    polyline(
      [
        [112, 84],
        [98, 124],
        [120, 142],
        [116, 178],
      ],
      { stroke: ink.paper, width: 13 },
    ) +
    polyline(
      [
        [98, 124],
        [84, 150],
        [58, 154],
      ],
      { stroke: ink.paper, width: 12 },
    ) +
    polyline(
      [
        [76, 118],
        [88, 92],
        [112, 88],
        [124, 110],
      ],
      { stroke: ink.paper, width: 9 },
    ),
  cross: () =>
    rect(102, 60, 36, 120, { fill: ink.paper, stroke: 'none' }) +
    rect(60, 102, 120, 36, { fill: ink.paper, stroke: 'none' }),
  upright: () =>
    arrow([84, 100], 0, 60) + arrow([156, 100], 0, 60) + line([44, 186], [196, 186], { width: 9 }),
}

export const signs: Readonly<Record<string, Sign>> = {
  gk01: { kind: 'way', symbol: 'exit', key: 'b' },
  gk02: { kind: 'must', symbol: 'helmet', key: 'b' },
  gk03: { kind: 'ban', symbol: 'flame', key: 'c' },
  gk04: { kind: 'warning', symbol: 'lightning', key: 'd' },
  gk05: { kind: 'way', symbol: 'cross', key: 'b' },
  gk06: { kind: 'plain', symbol: 'upright', key: 'c' },
}

function drawSign({ kind, symbol }: Sign): string {
  const shape = symbols[symbol]()
  switch (kind) {
    case 'warning': {
      const triangle = polygon(
        [
          [120, 24],
          [224, 200],
          [16, 200],
        ],
        { fill: colour.warning, width: 12 },
      )
      return svg(240, 240, triangle, `<g transform="translate(0 16)">${shape}</g>`)
    }
    case 'ban':
      return svg(
        240,
        240,
        circle(120, 110, 92, { fill: ink.paper, stroke: colour.ban, width: 18 }),
        shape,
        line([55, 45], [185, 175], { stroke: colour.ban, width: 18 }),
      )
    case 'must':
      return svg(240, 240, circle(120, 118, 100, { fill: colour.must, stroke: 'none' }), shape)
    case 'way':
      return svg(240, 240, rect(20, 20, 200, 200, { fill: colour.way, stroke: 'none' }, 10), shape)
    case 'plain':
      return svg(240, 240, rect(20, 20, 200, 200, { fill: ink.paper, width: 5 }, 4), shape)
  }
}

export const drawings = (): Record<string, string> =>
  Object.fromEntries(Object.entries(signs).map(([id, sign]) => [`figures/${id}.svg`, drawSign(sign)]))
