import type { Import } from './sources.ts'

/** The imports between rooms: the importing room, the imported one, and the imports. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly Import[]>>

/**
 * Finds circles between the rooms that `roomOf` sorts files into; what belongs to no room does not count.
 * @returns one shortest circle per group of rooms that reach each other, with an import for each of its steps
 */
export function circles(
  imports: readonly Import[],
  roomOf: (path: string) => string | undefined,
  { typesToo }: { typesToo: boolean },
): string[] {
  const graph = graphOf(
    imports.filter((one) => typesToo || !one.typeOnly),
    roomOf,
  )
  const seen = new Set<string>()
  return [...graph.keys()].sort().flatMap((start) => {
    const circle = seen.has(start) ? undefined : shortestCircle(graph, start)
    if (circle === undefined) return []
    for (const room of circle) seen.add(room)
    const steps = circle.map((room, index) => {
      const next = circle[index + 1] ?? start
      const causes = (graph.get(room)?.get(next) ?? []).map((one) => `${one.path}:${one.line}`)
      return `${room} → ${next} (${causes.join(', ')})`
    })
    return [steps.join('; ')]
  })
}

function graphOf(imports: readonly Import[], roomOf: (path: string) => string | undefined): Graph {
  const graph = new Map<string, Map<string, Import[]>>()
  for (const one of imports) {
    const from = roomOf(one.path)
    const to = roomOf(one.target)
    if (from === undefined || to === undefined || from === to) continue
    const targets = graph.get(from) ?? new Map<string, Import[]>()
    graph.set(from, targets)
    targets.set(to, [...(targets.get(to) ?? []), one])
  }
  return graph
}

function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const paths: string[][] = [[start]]
  const reached = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return path
      if (reached.has(next)) continue
      reached.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}
