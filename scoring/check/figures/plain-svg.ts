import { type Said, say } from '#scoring/check/problems.ts'
import { expansionFault, type SvgElement } from './svg-expansion.ts'

/** Shapes, their groups, text and what they refer to within the drawing. No style sheets, pictures, links or motion. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'],
  ...[
    'title',
    'desc',
    'defs',
    'use',
    'marker',
    'pattern',
    'clipPath',
    'linearGradient',
    'radialGradient',
    'stop',
  ],
])
const TAG =
  /<(?<close>\/?)(?<name>[A-Za-z][A-Za-z0-9:-]*)(?<attributes>(?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/y
const ATTRIBUTE = /\s*([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/

/** A figure travels with every form that shows it: larger ones are photographs in disguise. */
const MAX_BYTES = 20_000
const MAX_DEPTH = 100

/** Functions of style sheets that load a picture. */
const LOADING = /\b(?:image-set|image|cross-fade|src|element)\s*\(/i
const REFERENCE = /url\s*\(\s*['"]?#([^'")]*)/gi

/**
 * Why a text is no plain SVG drawing, or null when it is one. Plain: well-formed, only known shapes, nothing that runs,
 * nothing loaded from elsewhere or drawn over and over by what refers to it, no declarations or entities of its own, at most 20 kB, with a viewBox to scale by.
 */
export function svgFault(text: string): Said | null {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return say`is larger than 20 kB`
  if (/\p{Surrogate}/u.test(text)) return say`holds half a character`
  if (/<[!?]/.test(text)) return say`holds a declaration, comment or instruction`
  if (ENTITY.test(text)) return say`holds an entity of its own`
  const top: SvgElement = { id: undefined, refers: [], children: [] }
  const open: { name: string; element: SvgElement }[] = []
  let at = text.length - text.trimStart().length
  const end = text.trimEnd().length
  while (at < end) {
    TAG.lastIndex = at
    const { close, name = '', attributes = '', empty } = TAG.exec(text)?.groups ?? {}
    if (name === '') return say`cannot be read at character ${at}`
    at = TAG.lastIndex
    if (open.length === 0 && (name !== 'svg' || close)) return say`does not start with <svg`
    if (!ELEMENTS.has(name)) return say`holds <${name}>`
    if (close) {
      if (open.pop()?.name !== name) return say`closes <${name}> where it is not open`
      if (open.length === 0) return at === end ? expansionFault(top) : say`goes on after </svg>`
    } else {
      const wrong = attributeFault(attributes, open.length === 0)
      if (wrong !== null) return wrong
      const element = { ...namesIn(attributes), children: [] }
      ;(open.at(-1)?.element ?? top).children.push(element)
      if (open.length >= MAX_DEPTH) return say`is nested more than ${MAX_DEPTH} deep`
      if (!empty) open.push({ name, element })
      else if (open.length === 0) return say`is empty`
    }
    const next = text.indexOf('<', at)
    at = next === -1 ? end : next
  }
  return say`has no </svg>`
}

function attributeFault(attributes: string, isRoot: boolean): Said | null {
  const names = new Set<string>()
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    if (names.has(name)) return say`has ${name} twice`
    names.add(name)
    if (/^on/i.test(name)) return say`holds the event ${name}`
    if (/(^|:)href$/i.test(name) && !value.startsWith('#')) return say`refers to something outside (${name})`
    if (/url\s*\((?!\s*['"]?#)/i.test(value) || /\\|@import|javascript:/i.test(value) || LOADING.test(value))
      return say`refers to something outside (${name})`
  }
  const strange = namesIn(attributes).refers.find((id) => !/^[\w.:-]+$/.test(id))
  if (strange !== undefined) return say`refers to ${strange}`
  if (isRoot && !names.has('viewBox')) return say`has no viewBox`
  if (isRoot && !attributes.includes('http://www.w3.org/2000/svg')) return say`has no xmlns`
  return null
}

/** What an element is called, and what it refers to. */
function namesIn(attributes: string): { id: string | undefined; refers: string[] } {
  const all = [...attributes.matchAll(ATTRIBUTE)].map(
    ([, name = '', double, single]) => [name, double ?? single ?? ''] as const,
  )
  const refers = all.flatMap(([name, value]) =>
    /(^|:)href$/i.test(name)
      ? [value.slice(1)]
      : [...value.matchAll(REFERENCE)].map(([, id = '']) => id.trim()),
  )
  return { id: all.find(([name]) => name === 'id')?.[1], refers }
}
