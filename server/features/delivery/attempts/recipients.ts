import { createHash } from 'node:crypto'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { type Recipients, recipientsOf } from '#server/features/inventories/recipients.ts'
import { translate } from '#server/locales.ts'
import type { OwnRow } from './assignment-queries.ts'

type OfTest = Pick<OwnRow, 'client_id' | 'client_name' | 'inventory_id'>

/** Names what a consent's page said of recipients, in either language, so that a device can say which it showed. */
const idOf = ({ purpose, readers, clinician }: Recipients) =>
  createHash('sha256')
    .update(JSON.stringify([purpose, readers, clinician]))
    .digest('base64url')
    .slice(0, 16)

/** Why this client asks, who reads the result, who hears of a flag. */
function wordsOf({ purpose, readers, clinician }: Recipients, client: string, locale: Locale): string {
  const oneLine = (words: string) => words.replace(/\s+/g, ' ')
  const say = (key: string, variables = {}) => translate(locale, key, { client, ...variables })
  return [
    ...(purpose === '' ? [] : [say('consent:why', { purpose: oneLine(purpose) })]),
    ...(readers.length === 0
      ? []
      : [[say('consent:readers'), ...readers.map((name) => `- ${oneLine(name)}`)].join('\n')]),
    ...(clinician === null ? [] : [say('consent:clinician', { clinician: oneLine(clinician.name) })]),
  ].join('\n\n')
}

/** The text on recipients beside a consent's text; undefined where the client has not opened what is sensitive. */
export async function recipientsShown(
  db: Executor,
  row: OfTest,
  locale: Locale,
): Promise<{ id: string; text: string } | undefined> {
  const found = await recipientsOf(db, { clientId: row.client_id, inventoryId: row.inventory_id })
  return found && { id: idOf(found), text: wordsOf(found, row.client_name, locale) }
}

/**
 * The text on recipients that somebody agreed to with a consent, and the clinician that the page names.
 * @param shown the id of what their device showed
 * @returns null where the page would say something else by now
 */
export async function recipientsAgreedTo(
  tx: Executor,
  row: OfTest,
  locale: Locale,
  shown: string,
): Promise<{ text: string; clinicianId: string | null } | null> {
  const found = await recipientsOf(tx, { clientId: row.client_id, inventoryId: row.inventory_id })
  if (found === undefined || idOf(found) !== shown) return null
  return {
    text: wordsOf(found, row.client_name, locale),
    clinicianId: found.clinician?.userId ?? null,
  }
}
