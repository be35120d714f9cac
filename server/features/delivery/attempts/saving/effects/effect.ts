import type { Definition } from '#scoring/definition/definition.ts'
import type { Executor } from '#server/db/database.ts'
import type { TestKey } from '#server/features/delivery/attempts/tokens.ts'
import type { Answer } from '../group.ts'

/** The answers that a request has stored, and what it says of the device. */
export interface Stored {
  readonly key: TestKey
  readonly definition: Definition
  /** None where the test was over already. */
  readonly answers: readonly Answer[]
  /** True when a practice may be open; false saves a statement. */
  readonly practising: boolean
  readonly used: { readonly readAloudUsed?: boolean | undefined; readonly autoNextUsed?: boolean | undefined }
}

/** Something that happens after answers were stored. It may happen twice, because a device sends what got no answer again. */
export type Effect = (db: Executor, stored: Stored) => Promise<void>
