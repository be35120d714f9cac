import { ink, label, rect, svg } from './svg.ts'

/**
 * MYT, visual attention: codes as they are printed on labels. Letters and digits that look alike in some typeface
 * (O and 0, I and 1) do not occur: the eye is tested, not the screen.
 */
export type Pair = readonly [top: string, bottom: string]
export const pairs: Readonly<Record<string, Pair>> = {
  gp1: ['K47', 'K47'],
  gd01: ['73529', '73529'],
  gd02: ['48613', '48673'],
  gd03: ['KT582', 'KT582'],
  gd04: ['M6T94', 'N6T94'],
  gd05: ['295 836', '295 386'],
  gd06: ['PR47 BE', 'PR47 BE'],
  gd07: ['H83 K26', 'H83 K29'],
  gd08: ['7254 916', '7254 916'],
  gd09: ['SF38 527', 'SE38 527'],
  gd10: ['VY64 9382', 'VY64 9382'],
}
export const pairKey = ([top, bottom]: Pair) => (top === bottom ? 'same' : 'different')

/** One of the four options is the model, letter for letter. */
export type Match = { model: string; options: Readonly<Record<'a' | 'b' | 'c' | 'd', string>> }
export const matches: Readonly<Record<string, Match>> = {
  gp2: { model: 'B52', options: { a: 'B25', b: 'E52', c: 'B52', d: 'B53' } },
  gd11: { model: '6914', options: { a: '6941', b: '9614', c: '6914', d: '6974' } },
  gd12: { model: 'KM73', options: { a: 'KN73', b: 'MK73', c: 'KM37', d: 'KM73' } },
  gd13: { model: 'T285E', options: { a: 'T285F', b: 'T258E', c: 'T285E', d: 'F285E' } },
  gd14: { model: '48 372', options: { a: '43 372', b: '48 372', c: '84 372', d: '48 327' } },
  gd15: { model: 'RP6 294', options: { a: 'RP6 294', b: 'PR6 294', c: 'RP6 249', d: 'RB6 294' } },
  gd16: { model: '935 6284', options: { a: '953 6284', b: '935 6284', c: '985 6284', d: '935 6248' } },
  gd17: { model: 'ZS47 H38', options: { a: 'SZ47 H38', b: 'ZS47 H83', c: 'ZS74 H38', d: 'ZS47 H38' } },
}
export const matchKey = ({ model, options }: Match) =>
  Object.entries(options).flatMap(([letter, code]) => (code === model ? [letter] : []))

/** Two labels, one over the other. */
const drawPair = (codes: Pair) =>
  svg(
    240,
    128,
    ...codes.map((code, i) => {
      const y = 8 + i * 60
      return rect(8, y, 224, 52, { fill: ink.paper, width: 2 }, 6) + label(120, y + 27, code, 34)
    }),
  )

export const drawings = (): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).map(([id, pair]) => [`figures/${id}.svg`, drawPair(pair)]))
