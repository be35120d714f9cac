import { authorizeReadable } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findKey, isInReach, type Key } from './queries.ts'

/** A share of a client that the caller works for. */
export const onShare = subject(
  'share',
  async (db, caller: Caller, { shareId }: { shareId: string }): Promise<Key> => {
    const key = await findKey(db, shareId)
    if (key === undefined) throw new Failure('not_found')
    const client = await authorizeReadable(db, caller, key.clientId)
    if (!(await isInReach(db, client, key.id))) throw new Failure('not_found')
    return key
  },
  ({ clientId }) => clientId,
)
