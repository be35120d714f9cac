import type { Executor } from '#server/db/database.ts'
import { type Erasure, findErasures } from './mark-queries.ts'

/** A mark of what was erased or hidden, as files keep it. */
export interface Mark {
  readonly client: string
  /** Base64 of the keyed hash. */
  readonly subject: string
  readonly reason: Erasure['reason']
}

const page = 1000

/** The marks of everything that was erased or hidden, in all clients. */
export async function* allMarks(db: Executor): AsyncGenerator<Mark> {
  let after: { clientId: string; subject: Buffer } | undefined
  for (;;) {
    const found = await findErasures(db, after, page)
    for (const { clientId, subject, reason } of found)
      yield { client: clientId, subject: subject.toString('base64'), reason }
    after = found.at(-1)
    if (found.length < page) return
  }
}
