import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { deleteRecipient, findRecipientInventories, findRecipients, type Recipients } from './queries.ts'
import type { Version } from './versions.ts'

/**
 * Which inventories' reports somebody who works for a client may read: all that are not sensitive, and of the sensitive
 * ones those that name them. Asked once for a whole list.
 */
export async function readableReports(
  db: Executor,
  caller: Caller,
  clientId: string,
): Promise<(version: Version) => boolean> {
  const named = await namedReaderOf(db, caller, clientId)
  return (version) => !version.definition.sensitive || named.has(version.inventoryId)
}

/** The inventories of which a client names somebody to read what is sensitive. */
export async function namedReaderOf(
  db: Executor,
  caller: Pick<Caller, 'userId'>,
  clientId: string,
): Promise<Set<string>> {
  return new Set(await findRecipientInventories(db, clientId, caller.userId))
}

/**
 * True when a client names somebody to read what is sensitive of an inventory: its reports, or single scales of them.
 */
export async function isNamedReader(
  db: Executor,
  caller: Caller,
  key: { clientId: string; inventoryId: string },
): Promise<boolean> {
  return (await namedReaderOf(db, caller, key.clientId)).has(key.inventoryId)
}

export type { Recipients }

/** Why a client asks what is sensitive of an inventory and who gets the result; undefined where it does not. */
export async function recipientsOf(
  db: Executor,
  key: { clientId: string; inventoryId: string },
): Promise<Recipients | undefined> {
  return findRecipients(db, key)
}

/** A consent's text as its page showed it, with what this said of recipients. */
export const textWith = (text: string, recipients: string): string =>
  recipients === '' ? text : `${text}\n\n${recipients}`

/** Has somebody named no longer as a reader of a client's sensitive reports. */
export async function endNamings(tx: Executor, key: { clientId: string; userId: string }): Promise<void> {
  await deleteRecipient(tx, key)
}
