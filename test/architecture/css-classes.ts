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

/** Style sheets whose classes components name as words: the theme's, and those of the public pages and of the player. */
export function readGlobalStyles(): Source[] {
  return readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.css') && !name.endsWith('.module.css'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length), lines: readFileSync(path, 'utf8').split('\n') }))
}

/** Words in class names that no global style sheet has, which show nothing, and utilities that nobody uses. */
export function wrongWords(styles: readonly Source[], sources: readonly Source[]): string[] {
  const known = new Set(styles.flatMap((style) => [...classesOf(style)]))
  const used = new Set<string>()
  const wrong = new Set<string>()
  for (const { path, lines } of sources) {
    if (!path.endsWith('.tsx')) continue
    for (const word of wordsIn(lines.join('\n'))) {
      used.add(word)
      if (!known.has(word)) wrong.add(`${path}: no style sheet has .${word}`)
    }
  }
  const utilities = styles.find(({ path }) => path.endsWith('utilities.css'))
  const unused = [...(utilities ? classesOf(utilities) : [])].filter((name) => !used.has(name))
  return [...wrong, ...unused.map((name) => `${utilities?.path}: nobody uses .${name}`)]
}

/** Design values that a file reads and no file of the web sets: the browser draws nothing then, and nothing fails. */
export function missingValues(sources: readonly Source[]): string[] {
  const texts = sources.map(({ path, lines }) => ({ path, text: lines.join('\n') }))
  const set = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)),
  )
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--(?!mantine-)[\w-]+)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${path}: nobody sets ${name}`),
  )
}

/** Texts beside class names: what something is compared with, and what another function gets. */
const notWords = /[!=]== '[^']*'|\[[^\]]*\]\.includes|\b(?!cx|join)\w+\('[^']*'\)/g

/** The words of class names: in attributes such as className and contentClass, in classNames, and in cx(). */
function wordsIn(text: string): string[] {
  const found: string[] = []
  for (const start of text.matchAll(
    /\b(?:className|[a-z]\w*Class|classNames)=(?=[{"])|(?<!\.)\b(?:cx|join)(?=\()/g,
  )) {
    const from = (start.index ?? 0) + start[0].length
    const names = text.slice(from, endOf(text, from)).replaceAll(notWords, '')
    for (const [, single, double, template] of names.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)) {
      const plain = single ?? double ?? template?.replaceAll(/\S*\$\{[^}]*\}\S*/g, (inner) => textsIn(inner))
      found.push(...(plain ?? '').split(/\s+/).filter(Boolean))
    }
  }
  return found
}

const textsIn = (text: string): string => [...text.matchAll(/'([^']*)'/g)].map(([, one]) => one).join(' ')

/** Behind the value that starts here: a text, or what is between brackets. */
function endOf(text: string, from: number): number {
  if (text[from] === '"') return text.indexOf('"', from + 1) + 1
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{' || text[at] === '(') depth++
    if (text[at] === '}' || text[at] === ')') depth--
    if (depth === 0) return at + 1
  }
  return text.length
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
