import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root, type Source } from './sources.ts'

/** The style modules of the web. */
export function readStyles(): Source[] {
  return readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.module.css'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length), lines: readFileSync(path, 'utf8').split('\n') }))
}

/**
 * Classes that a component reads and its style module does not have: the browser shows nothing then, and nothing fails. And
 * classes that nobody reads. Where a module's classes are read by a variable, all of them count as read.
 */
export function wrongClasses(styles: readonly Source[], sources: readonly Source[]): string[] {
  const read = new Map(styles.map(({ path }) => [path, new Set<string>()]))
  const missing: string[] = []
  for (const source of sources) {
    const text = source.lines.join('\n')
    for (const { line, target } of importsOf(source)) {
      const style = styles.find(({ path }) => path === target)
      const name = /^import (\w+) from/.exec(source.lines[line - 1] ?? '')?.[1]
      if (style === undefined || name === undefined) continue
      const has = classesOf(style)
      const reads = [...text.matchAll(new RegExp(`(?<![\\w.'/:-])${name}(?:\\.(\\w+)|\\[)`, 'g'))]
      for (const [, one] of reads) {
        for (const each of one === undefined ? has : [one]) read.get(target)?.add(each)
        if (one !== undefined && !has.has(one))
          missing.push(`${source.path}: ${name}.${one} is not in ${target}`)
      }
    }
  }
  const unread = styles.flatMap((style) =>
    [...classesOf(style)]
      .filter((one) => !read.get(style.path)?.has(one))
      .map((one) => `${style.path}: nobody reads .${one}`),
  )
  return [...missing, ...unread]
}

/** The classes that it defines itself, without those of others that it names. */
function classesOf({ lines }: Source): Set<string> {
  const selectors = lines
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/[^{};]*;/g, '')
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''))
}
