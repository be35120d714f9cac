/** The modes that a page is drawn in. */
export type Mode = 'light' | 'dark'

/** The backgrounds that a client's colour is drawn on: cards and the page behind them, in the player, in mails and on screens. */
const pages: Record<Mode, readonly string[]> = {
  light: ['#ffffff', '#f7f8fa', '#f0f1f5'],
  dark: ['#141821', '#0c0f15'],
}

/** Contrast of a button or a line with the page, and of words with what they are written on (WCAG 1.4.11 and 1.4.3). */
const onPage = 3
const ofText = 4.5

type Triple = readonly [number, number, number]

const channels = (hex: string): Triple => [
  Number.parseInt(hex.slice(1, 3), 16) / 255,
  Number.parseInt(hex.slice(3, 5), 16) / 255,
  Number.parseInt(hex.slice(5, 7), 16) / 255,
]
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/**
 * The contrast of two colours, 1 to 21, as WCAG 2.2 defines it.
 * @param one as `#rrggbb`, like `other`
 */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour of words on a client's colour, white wherever that can be read. */
export const textOn = (color: string): '#ffffff' | '#000000' =>
  contrastOf('#ffffff', color) >= ofText ? '#ffffff' : '#000000'

/**
 * The mode in which a colour can't be seen: on a page of that mode its contrast is below 3:1. Words on a colour always reach
 * 4.5:1, as black or white, so that no colour fails by them.
 * @param color as `#rrggbb`
 * @returns undefined for a colour that can be used
 */
export function failingMode(color: string): Mode | undefined {
  const seen = (mode: Mode) => pages[mode].every((page) => contrastOf(color, page) >= onPage)
  return (['light', 'dark'] as const).find((mode) => !seen(mode))
}

/** OKLab: lightness, green to red, blue to yellow (Björn Ottosson, 2020). Distances in it are close to those that people see. */
function toLab(hex: string): Triple {
  const [red, green, blue] = channels(hex).map(toLinear) as unknown as Triple
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** @returns undefined outside of what a screen shows */
function fromLab([lightness, a, b]: Triple): string | undefined {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.round(fromLinear(part) * 255))
  if (parts.some((part) => !(part >= 0 && part <= 255))) return undefined
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The colour nearest to this one that can be used in both modes: of the same hue, lighter or darker, and less strong only where
 * a screen shows no such colour.
 * @param color as `#rrggbb`; one that can be used comes back as it is
 */
export function nearestColor(color: string): string {
  if (failingMode(color) === undefined) return color
  const [lightness, a, b] = toLab(color)
  let [nearest, least] = ['#757575', Number.POSITIVE_INFINITY]
  for (let light = 0; light <= 1; light += 0.004)
    for (let strength = 1; strength >= 0; strength -= 0.05) {
      const tried = fromLab([light, a * strength, b * strength])
      if (tried === undefined || failingMode(tried) !== undefined) continue
      const distance = Math.hypot(light - lightness, a * (1 - strength), b * (1 - strength))
      if (distance < least) [nearest, least] = [tried, distance]
    }
  return nearest
}
