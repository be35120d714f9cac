import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

/**
 * Lists that are spread over a call's arguments, with file and line. Every element takes room on the stack, so a list of a hundred
 * thousand ends the call. What a function was itself called with may be passed on, and a list may be written out.
 */
export function spreads({ path, lines }: Source): string[] {
  const text = lines.join('\n')
  const passedOn = new Set<string>()
  const found: ESTree.SpreadElement[] = []
  const look = ({ arguments: given }: ESTree.NewExpression | ESTree.CallExpression) => {
    for (const one of given) if (one.type === 'SpreadElement' && !isWrittenOut(one.argument)) found.push(one)
  }
  new Visitor({
    RestElement: ({ argument }) => {
      if (argument.type === 'Identifier') passedOn.add(argument.name)
    },
    CallExpression: look,
    NewExpression: look,
  }).visit(parseSync(path, text).program)
  return found.flatMap(({ argument, start, end }) =>
    argument.type === 'Identifier' && passedOn.has(argument.name)
      ? []
      : [`${path}:${text.slice(0, start).split('\n').length}  ${text.slice(start, end)}`],
  )
}

function isWrittenOut(node: ESTree.Expression): boolean {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.every((one) => one?.type !== 'SpreadElement')
    case 'ConditionalExpression':
      return isWrittenOut(node.consequent) && isWrittenOut(node.alternate)
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return isWrittenOut(node.expression)
    default:
      return false
  }
}
