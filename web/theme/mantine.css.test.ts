import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const mantine = join(web, '../node_modules/@mantine/core')

/** The names that a source imports (not only as types) from a package. */
function imported(source: string, from: string): string[] {
  const lists = source.matchAll(new RegExp(`import \\{([^}]*)\\} from '${from}'`, 'g'))
  return [...lists].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => /^[A-Z]/.test(name)),
  )
}

/** A component and everything it draws with, by Mantine's own imports. */
function withParts(name: string, known = new Set<string>()): Set<string> {
  const file = join(mantine, 'esm/components', name, `${name}.mjs`)
  if (known.has(name) || !existsSync(file)) return known
  known.add(name)
  for (const source of globSync(join(mantine, 'esm/components', name, '**/*.mjs'))) {
    for (const [, part = ''] of readFileSync(source, 'utf8').matchAll(/from "(?:\.\.\/)+([A-Z]\w+)\//g)) {
      withParts(part, known)
    }
  }
  return known
}

const sources = globSync(join(web, '{app,ui,features,theme}/**/*.{ts,tsx}')).map((file) =>
  readFileSync(file, 'utf8'),
)
const styles = readFileSync(join(web, 'theme/mantine.css.ts'), 'utf8')

it('every Mantine component in use brings its styles', () => {
  const used = new Set(sources.flatMap((source) => imported(source, '@mantine/core')))
  const needed = new Set([...used].flatMap((name) => [...withParts(name)]))
  const missing = [...needed].filter(
    (name) =>
      existsSync(join(mantine, 'styles', `${name}.layer.css`)) &&
      !styles.includes(`@mantine/core/styles/${name}.layer.css`),
  )
  expect(used.size).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

it('the calendar brings its styles where it is used, not on the first page', () => {
  const dates = sources.filter((source) => imported(source, '@mantine/dates').length > 0)
  expect(dates.filter((source) => !source.includes('@mantine/dates/styles.layer.css'))).toEqual([])
})
