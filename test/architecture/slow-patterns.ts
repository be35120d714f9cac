import { analyse } from 'scslre'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

/**
 * Regular expressions that take more than linear time for some text, with file and line. A part that is only known at run time
 * is looked at as if it were the digit 9.
 */
export function slowPatterns({ path, lines }: Source): string[] {
  const text = lines.join('\n')
  const found: string[] = []
  const check = (source: string, flags: string, start: number) => {
    const { reports } = analyse({ source, flags }, { maxReports: 1 })
    const line = text.slice(0, start).split('\n').length
    if (reports.length > 0) found.push(`${path}:${line}  /${source}/${flags}`)
  }
  const texts = new Map<string, ESTree.Expression>()
  const made = ({
    callee,
    arguments: [source, flags],
    start,
  }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp' && source !== undefined)
      check(stringOf(source, texts), flags === undefined ? '' : stringOf(flags, texts), start)
  }
  const { program } = parseSync(path, text)
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null) texts.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) check(node.regex.pattern, node.regex.flags, node.start)
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program)
  return found
}

function stringOf(node: ESTree.Argument, texts: ReadonlyMap<string, ESTree.Expression>): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'Identifier') {
    const written = texts.get(node.name)
    return written === undefined ? '9' : stringOf(written, texts)
  }
  if (node.type !== 'TemplateLiteral') return '9'
  const parts = node.expressions.map((one) => stringOf(one, texts))
  return node.quasis.map(({ value }, at) => `${value.cooked}${parts[at] ?? ''}`).join('')
}
