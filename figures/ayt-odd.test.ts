import { expect, test } from 'vitest'
import { alike, dotted, flipped, type Odd } from './ayt-odd.ts'
import { type Cell, cellKey, corners, mirroredCell, type Plain, turnedCell } from './cells.ts'

/** What somebody may look at instead of the rule. Where three are equal in it, the fourth has to be the odd one. */
const simple: Record<string, (cell: Cell) => unknown> = {
  marks: (cell) => cell.length,
  'even number of marks': (cell) => cell.length % 2,
  forms: (cell) =>
    cell
      .map(({ form }) => form)
      .toSorted()
      .join(),
  'outer form': ([outer]) => outer?.form,
  'even number of corners': ([outer]) => cornersOf(outer) % 2,
  corners: ([outer]) => cornersOf(outer),
  'all corners': (cell) => cell.reduce((sum, each) => sum + cornersOf(each), 0),
  'something round': (cell) => cell.some(({ form }) => form === 'circle'),
  'any straight edge': (cell) => cell.some(({ form }) => form !== 'circle'),
  'straight edges only': (cell) => cell.every(({ form }) => form !== 'circle'),
  'a straight edge outside': ([outer]) => outer?.form !== 'circle',
  'the smallest is round': (cell) => cell.toSorted((a, b) => a.size - b.size)[0]?.form === 'circle',
  'different forms': (cell) => new Set(cell.map(({ form }) => form)).size,
  'number of dots': (cell) => cell.filter(({ fill }) => fill === 'solid').length,
  'even number of dots': (cell) => cell.filter(({ fill }) => fill === 'solid').length % 2,
  'something in the middle': (cell) => cell.slice(1).some(({ at: [x, y] }) => Math.hypot(x, y) < 0.1),
  sizes: (cell) => cell.map(({ size }) => size).join(),
  turn: ([outer]) => outer?.turn,
  'upright or aslant': ([outer]) => (outer?.turn ?? 0) % 90,
  'left is like right': (cell) => cellKey(mirroredCell(cell)) === cellKey(cell),
  'above is like below': (cell) => cellKey(turnedCell(mirroredCell(cell), 180)) === cellKey(cell),
  'upside down is the same': (cell) => cellKey(turnedCell(cell, 180)) === cellKey(cell),
}
const cornersOf = (each: Cell[number] | undefined) =>
  each && each.form in corners ? corners[each.form as Plain] : 0

function prove<Look>({ options, figure, follows }: Odd<Look>) {
  const odd = options.findIndex((look) => !follows(look))
  expect(options.filter((look) => !follows(look))).toHaveLength(1)
  for (const [name, look] of Object.entries(simple)) {
    const values = options.map((option) => look(figure(option)))
    const alone = values.findIndex((value) => {
      const others = values.filter((other) => other !== value)
      return others.length === 3 && new Set(others).size === 1
    })
    expect([-1, odd], name).toContain(alone)
  }
}

test('no simpler property singles out another figure', () => {
  prove(alike)
  prove(dotted)
  prove(flipped)
})
