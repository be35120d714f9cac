import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Text } from './plain-words.ts'
import type { Source } from './sources.ts'

/** Comments of one TypeScript or JavaScript file; neighbouring line comments are one text. */
export function commentsOf({ path, lines }: Source): Text[] {
  const text = lines.join('\n')
  const found: { start: number; end: number; text: string }[] = []
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = found.at(-1)
    const continues = type === 'Line' && last && /^\n[ \t]*$/.test(text.slice(last.end, start))
    if (continues) Object.assign(last, { end, text: `${last.text} ${value.trim()}` })
    else found.push({ start, end, text: value.replace(/\s*\n\s*\* ?|^\*/g, ' ').trim() })
  }
  return found.map(({ start, text: comment }) => ({ place: placeOf(path, text, start), text: comment }))
}

/** Titles of tests, and the summaries of the contract's calls. */
export function titlesOf({ path, lines }: Source): Text[] {
  const text = lines.join('\n')
  const found: Text[] = []
  const add = ({ start, end }: ESTree.Node) =>
    found.push({ place: placeOf(path, text, start), text: text.slice(start, end) })
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title && /^(test|it|describe)$/.test(rootOf(callee)) && /Literal$/.test(title.type)) add(title)
    },
    Property: ({ key, value }) => {
      if (path.startsWith('contract/') && key.type === 'Identifier' && key.name === 'summary') add(value)
    },
  }).visit(parseSync(path, text).program)
  return found
}

/** Names that other files can see. */
export function exportsOf({ path, lines }: Source): Text[] {
  return lines.flatMap((line, index) => {
    const [, name] = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/.exec(line) ?? []
    return name === undefined ? [] : [{ place: `${path}:${index + 1}`, text: name }]
  })
}

/** Comments in files of other languages, up to the end of the line or the end mark. */
const otherComments: Readonly<Record<string, RegExp>> = {
  css: /\/\*(.*?)\*\//gs,
  html: /<!--(.*?)-->/gs,
  sh: /(?<=^|\s)#(.*)$/gm,
  sql: /--(.*)$/gm,
  typ: /(?<=^|\s)\/\/(.*)$/gm,
}

/** Comments of style sheets, SQL, shell and Typst files below these folders. */
export function otherCommentsIn(folders: readonly string[]): Text[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const comment = otherComments[name.split('.').at(-1) ?? '']
      if (!comment || /(^|\/)(node_modules|dist)\//.test(name)) return []
      const path = join(folder, name)
      const text = readFileSync(path, 'utf8')
      return [...text.matchAll(comment)].map((match) => ({
        place: placeOf(path, text, match.index),
        text: (match[1] ?? '').replace(/\s+/g, ' ').trim(),
      }))
    }),
  )
}

/** The lines of a document. */
export const linesOf = (path: string): Text[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text }))

const placeOf = (path: string, text: string, at: number) => `${path}:${text.slice(0, at).split('\n').length}`

/** `test` of `test.each(cases)`. */
function rootOf(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return node.type === 'CallExpression' ? rootOf(node.callee) : ''
}
