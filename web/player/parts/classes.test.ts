import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

// The bundler decides which module's styles come first. Two classes of one element must therefore not set the same property,
// unless they are of one module, where the file's own order counts.

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, path: join(folder, name) }))

/** The properties that a module's class sets on its own element, by the class. */
function propertiesOf(file: string): Map<string, Set<string>> {
  const set = new Map<string, Set<string>>()
  const css = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    for (const selector of selectors.split(',')) {
      const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1]
      if (name === undefined) continue
      const own = set.get(name) ?? new Set()
      for (const [, property = ''] of body.matchAll(/([\w-]+)\s*:/g)) own.add(property)
      set.set(name, own)
    }
  return set
}

/** `padding` also sets what `padding-top` sets. */
const overlap = (a: string, b: string) => a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`)

/** The classes that each call of `cx` can put together, by its arguments. */
function joined(source: string): string[][] {
  return [...source.matchAll(/\bcx\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, inner = '']) => inner.split(','))
}

const modules = new Map<string, Map<string, Set<string>>>()
function moduleAt(file: string) {
  const known = modules.get(file) ?? propertiesOf(file)
  modules.set(file, known)
  return known
}

/** Pairs of classes from two modules that set the same property of one element. */
function conflicts(source: string, path: string): string[] {
  const imported = new Map(
    [...source.matchAll(/import (\w+) from '(.+\.module\.css)'/g)].map(([, name = '', file = '']) => [
      name,
      moduleAt(join(dirname(path), file)),
    ]),
  )
  const classesIn = (argument: string) =>
    [...argument.matchAll(/\b(\w+)\.([\w]+)\b/g)].flatMap(([, name = '', className = '']) => {
      const properties = imported.get(name)?.get(className)
      return properties === undefined ? [] : [{ name, label: `${name}.${className}`, properties }]
    })
  return joined(source).flatMap((args) =>
    args.flatMap((first, at) =>
      args.slice(at + 1).flatMap((second) =>
        classesIn(first).flatMap((a) =>
          classesIn(second).flatMap((b) => {
            if (a.name === b.name) return []
            const both = [...a.properties].filter((one) => [...b.properties].some((two) => overlap(one, two)))
            return both.map((property) => `${a.label} and ${b.label}: ${property}`)
          }),
        ),
      ),
    ),
  )
}

describe('classes of one element', () => {
  it.each(sources)('of two modules set different properties, in $name', ({ path }) => {
    expect(conflicts(readFileSync(path, 'utf8'), path)).toEqual([])
  })

  it('are found where they do not', () => {
    const source = `
      import controls from './controls.module.css'
      import pages from '../pages/pages.module.css'
      cx(controls.card, pages.facts, busy && pages.rule)`
    expect(conflicts(source, join(import.meta.dirname, 'x.tsx'))).toContain(
      'controls.card and pages.rule: padding',
    )
  })
})
