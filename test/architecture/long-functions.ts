import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './sources.ts'

const most = 100

/**
 * Functions of more than 100 lines, with file, name and length. Biome has such a rule, but it doesn't count line breaks between
 * JSX tags: components of 150 lines pass it.
 */
export function longFunctions({ path, lines }: Source): string[] {
  const text = lines.join('\n')
  const found: string[] = []
  /** Names that functions are assigned to, by the position of the function. */
  const names = new Map<number, string>()
  const name = (key: ESTree.Node, value: ESTree.Node | null) => {
    if (value !== null && 'name' in key) names.set(value.start, String(key.name))
  }
  const measure = ({ start, end, id }: ESTree.Function | (ESTree.ArrowFunctionExpression & { id: null })) => {
    const length = text.slice(start, end).split('\n').length
    const called = id?.name ?? names.get(start) ?? 'without a name'
    if (length > most) found.push(`${path} ${called}: ${length} lines`)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(id, init),
    Property: ({ key, value }) => name(key, value),
    MethodDefinition: ({ key, value }) => name(key, value),
    PropertyDefinition: ({ key, value }) => name(key, value),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program)
  return found
}
