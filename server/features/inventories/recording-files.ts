import type { Definition } from '#scoring/definition/definition.ts'

/** The hashes of the recordings that a definition names. */
export const filesOf = (definition: Pick<Definition, 'audio'> | null | undefined): string[] =>
  [definition?.audio?.tr, definition?.audio?.en].flatMap((recordings) =>
    Object.values(recordings ?? {}).map(({ file }) => file),
  )
