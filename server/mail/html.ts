/** Finished HTML, made by the `html` tag alone. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | Markup | readonly Markup[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const write = (value: Value): string => {
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(write).join('')
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A template for HTML in which every value is escaped, unless it was made by this tag itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(write)) }
}
