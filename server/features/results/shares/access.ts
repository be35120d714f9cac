import { authorizeClient } from '#server/authority/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { findKey, type Key } from './queries.ts'

/** A share of a client that the caller works for. */
export const onShare = subject(
  'share',
  async (db, caller: Caller, { shareId }: { shareId: string }): Promise<Key> => {
    const key = await findKey(db, shareId)
    if (key === undefined) throw new Failure('not_found')
    await authorizeClient(db, caller, key.clientId)
    return key
  },
  ({ clientId }) => clientId,
)
