import { readdirSync, readFileSync } from 'node:fs'
import type { Source } from './sources.ts'

const folder = new URL('../../locales/', import.meta.url)
export const languages = ['tr', 'en'] as const

/** Text by `namespace:path.key`. */
export type Texts = ReadonlyMap<string, string>

export function readTexts(language: string): Texts {
  const texts = new Map<string, string>()
  const walk = (prefix: string, value: unknown) => {
    if (typeof value === 'string') texts.set(prefix, value)
    else
      for (const [name, inner] of Object.entries(Object(value)))
        walk(prefix.endsWith(':') ? prefix + name : `${prefix}.${name}`, inner)
  }
  for (const file of readdirSync(new URL(`${language}/`, folder)).filter((name) => name.endsWith('.json')))
    walk(
      file.replace(/json$/, '').replace(/\.$/, ':'),
      JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')),
    )
  return texts
}

const plural = /_(zero|one|two|few|many|other)$/
/** The key as code writes it: without its plural form. */
export const baseOf = (key: string): string => key.replace(plural, '')

export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].sort()

export interface Reference {
  readonly key: string
  readonly place: string
  /** Ends where a variable begins, and means every key with this beginning. */
  readonly prefix: boolean
}

/** Every `namespace:path.key` in the code, however it is passed on. A beginning alone (`mail:reset.`) names none. */
export function referencesOf(sources: readonly Source[], namespaces: readonly string[]): Reference[] {
  const pattern = new RegExp(`(['"\`>])((?:${namespaces.join('|')}):[A-Za-z0-9_.]*)(\\$\\{|['"\`<])`, 'g')
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((text, index) =>
      [...text.matchAll(pattern)]
        .map((match) => ({
          key: match[2] ?? '',
          place: `${path}:${index + 1}`,
          prefix: match[3] === '${',
        }))
        .filter(({ key, prefix }) => prefix || /\w$/.test(key)),
    ),
  )
}

/** Texts that a mail uses without naming them: see `Written` in server/mail/define.ts. */
const saidUnasked = ['subject', 'preheader', 'lead', 'why', 'action', 'actionLead', 'buttonFallback']

/** Every text that mails name as `say('key')`, by the keys at which the mails of that file look it up. */
export function saidByMails(
  sources: readonly Source[],
): { keys: string[]; place: string; prefix: boolean; named: boolean }[] {
  return sources.flatMap(({ path, lines }) => {
    const blocks = lines
      .filter((text) => text.trim().startsWith('texts: ['))
      .flatMap((text) => [...text.matchAll(/'(mail:\w+\.)'/g)].map(([, block = '']) => block))
    if (blocks.length === 0) return []
    const at = (key: string) => [...new Set(blocks), 'mail:'].map((block) => block + key)
    const named = lines.flatMap((text, index) =>
      [...text.matchAll(/\bsay\(['`]([\w.]*)(\$\{|['`])/g)].map(([, key = '', end]) => ({
        keys: key === '' ? blocks : at(key),
        place: `${path}:${index + 1}`,
        prefix: end === '${',
        named: true,
      })),
    )
    return [
      ...named,
      ...saidUnasked.map((key) => ({ keys: at(key), place: path, prefix: false, named: false })),
    ]
  })
}
