import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = [
  ...['contract', 'scoring', 'content', 'figures', 'report', 'tables'],
  ...['server', 'web', 'test', 'bench', 'bin'],
]

export interface Source {
  /** The path from the project's root, with forward slashes. */
  readonly path: string
  readonly lines: readonly string[]
}

/** Every TypeScript file of the project, and the browser's HTML entries. */
export function readSources(): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|html|js)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/(node_modules|dist)\//.test(path))
      .map((path) => ({ path: path.slice(root.length), lines: readFileSync(path, 'utf8').split('\n') })),
  )
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

export interface Import {
  readonly path: string
  readonly line: number
  /** A file from the project's root, or a package's name. */
  readonly target: string
  /** A type import, which is never loaded at run time. */
  readonly typeOnly: boolean
}

/** The static and dynamic imports of a file; re-exports count. */
export function importsOf({ path, lines }: Source): Import[] {
  const found: Import[] = []
  let typeOnly = false
  lines.forEach((text, index) => {
    if (/^(import|export)\b/.test(text)) typeOnly = /^(import|export) type\b/.test(text)
    for (const match of text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*)['"]([^'"]+)['"]/g)) {
      const named = match[1] ?? ''
      found.push({
        path,
        line: index + 1,
        target: resolve(path, named),
        typeOnly: typeOnly && !match[0].includes('('),
      })
    }
  })
  return found
}

function resolve(path: string, named: string): string {
  if (named.startsWith('#')) return named.slice(1)
  return named.startsWith('.') ? join(dirname(path), named) : named
}

/** The places where a pattern occurs in the code, without comments. */
export function placesOf(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((text, index) =>
      pattern.test(text) && !/^\s*(\/\/|\*|\/\*)/.test(text) ? [`${path}:${index + 1}  ${text.trim()}`] : [],
    ),
  )
}
