import type { Import } from './sources.ts'

/** The rooms of the features, from the lowest layer up. A room imports only rooms of lower layers. */
export const layers = {
  server: [
    ['inventories', 'memberships', 'platform'],
    ['audit', 'delivery', 'notifications', 'quota'],
    ['access', 'assignments', 'definitions'],
    ['measurement', 'orders', 'test-days'],
    ['payments', 'people', 'results'],
    ['clients', 'integrations', 'privacy'],
    ['enablements', 'proof'],
  ],
  web: [
    ['memberships', 'quota'],
    ['access', 'assignments', 'audit', 'enablements', 'privacy'],
    ['company', 'people', 'results'],
    ['integrations', 'orders', 'test-days'],
    ['clients', 'platform'],
    ['inventories'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>

const room = /^(server|web)\/features\/([^/]+)\//

/** The room of a feature's file, as in `server people`. */
export function roomOf(path: string): string | undefined {
  const [, side, name] = room.exec(path) ?? []
  return name === undefined ? undefined : `${side} ${name}`
}

/** The folder of the server whose SQL stays within it: a room's own files, or a folder of the room. */
export function subjectOf(path: string): string | undefined {
  return /^(server\/(features(\/[^/]+){1,2}|authority|audit|events))\//.exec(path)?.[1]
}

const heights = new Map(
  Object.entries(layers).flatMap(([side, ofSide]) =>
    ofSide.flatMap((rooms, height) => rooms.map((name) => [`${side} ${name}`, height])),
  ),
)

/** Every room that has a layer. */
export const rooms: ReadonlySet<string> = new Set(heights.keys())

/** Imports of a room from its own layer or from above, types included. */
export function upwardImports(imports: readonly Import[]): string[] {
  return imports
    .filter(({ path, target }) => {
      const [from, to] = [roomOf(path), roomOf(target)]
      if (from === undefined || to === undefined || from === to) return false
      return (heights.get(to) ?? 0) >= (heights.get(from) ?? 0)
    })
    .map(({ path, line, target }) => `${path}:${line} imports ${target}, which is not in a lower layer`)
}
