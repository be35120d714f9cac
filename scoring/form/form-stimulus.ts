import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { tableRows, textLines } from '#scoring/definition/stimulus-lines.ts'

/** A stimulus that an item asks about, ready to be drawn. `rows[0]` contains a table's heads; `image` is a data: URI. */
export type FormStimulus = { id: string; title: string; lang?: Locale } & (
  | { kind: 'passage'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'procedure'; steps: string[] }
  | { kind: 'figure'; text: string; image: string; alt: string }
)

/**
 * A figure as a data: URI, so that it is wherever the form is: in the answer, in the device's storage, offline.
 * Escaped as little as needed instead of in base64: a third smaller, and it compresses.
 */
export function figureUri(definition: Definition, path: string): string {
  const svg = entry(definition.figures, path)
  if (svg === undefined) throw new Error(`the definition has no figure ${path}`)
  const single = svg.includes("'") ? svg : svg.replaceAll('"', "'")
  const escaped = single
    .trim()
    .replace(/[%#<>"\s]|[^ -~]/gu, (one) => (one === ' ' ? one : encodeURIComponent(one)))
  return `data:image/svg+xml,${escaped}`
}

/** @throws when a text or figure is missing, which checkDefinition has ruled out for every stored definition */
export function formStimulus(definition: Definition, id: string, locale: Locale): FormStimulus {
  const stimulus = definition.stimuli?.find((each) => each.id === id)
  const words = entry(definition.texts[locale].stimuli, id)
  if (stimulus === undefined || words === undefined) throw new Error(`the definition has no stimulus ${id}`)
  const { title, text } = words
  const base = { id, title, ...(definition.itemLocale && { lang: definition.itemLocale }) }
  switch (stimulus.kind) {
    case 'passage':
      return { ...base, kind: 'passage', text }
    case 'table':
      return { ...base, kind: 'table', rows: tableRows(text) }
    case 'procedure':
      return { ...base, kind: 'procedure', steps: textLines(text) }
    case 'figure': {
      if (stimulus.image === undefined || words.alt === undefined)
        throw new Error(`the definition has no figure for ${id}`)
      return { ...base, kind: 'figure', text, image: figureUri(definition, stimulus.image), alt: words.alt }
    }
  }
}
