import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { themeColors } from '../app/themeSettings.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const sources = read('tokens.css') + read('colours.css')

/** The names that a rule sets, as hexadecimal colours; references are followed once. */
function valuesOf(selector: string): Map<string, number[]> {
  const start = sources.indexOf(`${selector} {`)
  const block = sources.slice(start, sources.indexOf('}', start))
  const raw = new Map(
    [...sources.matchAll(/(--(?:indigo)-\d+): (#\w{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
  return new Map(
    [...block.matchAll(/(--p-[\w-]+): (?:var\((--[\w-]+)\)|(#\w{6}))/g)].map(([, name = '', ref, hex]) => [
      name,
      rgb(hex ?? raw.get(ref ?? '') ?? ''),
    ]),
  )
}

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const mix = (over: number[], under: number[], share: number) =>
  over.map((value, at) => value * share + (under[at] ?? 0) * (1 - share))

function luminance(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const white = [255, 255, 255]
const darkSurfaces = ['#141821', '#1a1f2a', '#0c0f15'].map(rgb)

it.each(themeColors)('%s can be read wherever it is text or lies under text', (name) => {
  const all = valuesOf(`[data-theme-color="${name}"]`)
  const of = (key: string) => all.get(`--p-${key}`) ?? []
  const dark = darkSurfaces.flatMap((surface) => [
    ['300', contrast(of('300'), surface)],
    ['300 on soft', contrast(of('300'), mix(of('500'), surface, 0.24))],
  ])
  const pairs = [
    ...['600', '700', '800', '900', 'dark', 'dark-hover', 'dark-press'].map((key) => [
      `white on ${key}`,
      contrast(white, of(key)),
    ]),
    ['700 on 100', contrast(of('700'), of('100'))],
    ['800 on 100', contrast(of('800'), of('100'))],
    ...dark,
    ...['nav', 'nav-hover', 'dark-nav', 'dark-nav-hover'].flatMap((ground) => [
      [`nav text on ${ground}`, contrast(of('nav-fg'), of(ground))],
      [`nav heads on ${ground}`, contrast(of('nav-mute'), of(ground))],
    ]),
    ...['nav-active', 'dark-nav-active'].map((key) => [`white on ${key}`, contrast(white, of(key))]),
  ] as [string, number][]
  expect(pairs.filter(([, ratio]) => !(ratio >= 4.5))).toEqual([])
  expect(pairs.length).toBeGreaterThan(20)
})

it.each(themeColors)('%s marks what is chosen and in focus against both modes', (name) => {
  const all = valuesOf(`[data-theme-color="${name}"]`)
  expect(contrast(all.get('--p-600') ?? [], white)).toBeGreaterThan(3)
  for (const surface of darkSurfaces) expect(contrast(all.get('--p-400') ?? [], surface)).toBeGreaterThan(3)
})
