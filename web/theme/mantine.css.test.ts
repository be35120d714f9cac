import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const mantine = join(web, '../node_modules/@mantine/core')

/** The names that a source imports (not only as types) from a package. */
function imported(source: string, from: string): string[] {
  const lists = source.matchAll(new RegExp(`import \\{([^}]*)\\} from ["']${from}["']`, 'g'))
  return [...lists].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => /^[A-Z]/.test(name)),
  )
}

/** Every file of Mantine that a file draws with; a `*.module.mjs` among them means a stylesheet of that name. */
function reached(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || !existsSync(file)) return known
  known.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
    reached(join(dirname(file), path), known)
  }
  return known
}

function stylesOf(component: string): string[] {
  const files = reached(join(mantine, 'esm/components', component, `${component}.mjs`))
  return [...files].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? [])
}

const sources = globSync(join(web, '{app,ui,features,theme}/**/*.{ts,tsx}')).map((file) =>
  readFileSync(file, 'utf8'),
)
const styles = readFileSync(join(web, 'theme/mantine.css.ts'), 'utf8')

it('every Mantine component in use brings its styles, and no other does', () => {
  // Calendar and notifications draw with core's components too.
  const dates = sources.flatMap((source) => imported(source, '@mantine/dates'))
  const files = [
    ...dates.map((name) => join(mantine, '../dates/esm/components', name, `${name}.mjs`)),
    join(mantine, '../notifications/esm/Notifications.mjs'),
  ]
  const theirs = files.flatMap((file) => [...reached(file)].map((part) => readFileSync(part, 'utf8')))
  const used = new Set([...sources, ...theirs].flatMap((source) => imported(source, '@mantine/core')))
  const needed = new Set([...used].flatMap(stylesOf))
  const missing = [...needed].filter((name) => !styles.includes(`@mantine/core/styles/${name}.layer.css`))
  expect(needed).toContain('Button')
  expect(missing).toEqual([])

  const listed = [...styles.matchAll(/styles\/([A-Z]\w+)\.layer/g)].map(([, name = '']) => name)
  expect(listed.filter((name) => !needed.has(name))).toEqual([])
})

it('the calendar brings its styles where it is used, not on the first page', () => {
  const dates = sources.filter((source) => imported(source, '@mantine/dates').length > 0)
  expect(dates.filter((source) => !source.includes('@mantine/dates/styles.layer.css'))).toEqual([])
})
