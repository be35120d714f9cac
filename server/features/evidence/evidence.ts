import { createHash } from 'node:crypto'
import { scaleConsents, sensitiveScales } from '#scoring/form/left-out.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { canonical } from '#server/features/inventories/content-hash.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { currentVersions, getVersion } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { type ProcessingText, processing } from './processing.ts'
import {
  countConsents,
  countErasures,
  countRefused,
  findExports,
  findMonths,
  findNamings,
  findReadings,
  findRecipients,
  findRequests,
  findRuns,
  findVersions,
  type Period,
} from './queries.ts'

export type Evidence = Awaited<ReturnType<typeof evidenceOf>>

/**
 * What a client did with personal data in a period; people other than readers and deciders are named by ids alone. A period may be
 * a day on which one person took a test: how many agreed to a part of a test, refused one or withdrew a part is for the readers of
 * its sensitive results alone, who see the same in the reports.
 */
export async function evidenceOf(db: Executor, caller: Caller, client: AuthorizedClient, period: Period) {
  const months = await findMonths(db, client)
  const named = await namedReaderOf(db, caller, client.id)
  const readsScales = (await currentVersions(db)).every(
    ({ definition, inventoryId }) => sensitiveScales(definition).length === 0 || named.has(inventoryId),
  )
  const erasures = (await countErasures(db, client, period)).filter(
    ({ what }) => readsScales || what !== 'scale',
  )
  return {
    client: { id: client.id, name: client.name },
    period: {
      ...{ from: period.from, to: period.to, timeZone: client.timeZone },
      statusAt: period.end.toISOString(),
    },
    verbis: processing('tr', months).map(verbisFields),
    retention: months,
    notices: await noticesOf(db, client, period),
    consents: {
      given: await consentsOf(db, named, client, period),
      refused: (await countRefused(db, client, period)).map(({ inventoryId, code, refused }) => ({
        code,
        refused: named.has(inventoryId) ? refused : null,
      })),
      withdrawn: erasures
        .filter(({ reason }) => reason === 'withdrawal')
        .reduce((sum, { count }) => sum + count, 0),
    },
    recipients: (await findRecipients(db, client, period)).map(dated),
    namings: (await findNamings(db, client, period)).map(dated),
    sensitiveReadings: (await findReadings(db, client, period)).map(dated),
    retentionRuns: (await findRuns(db, client, period)).map(dated),
    requests: (await findRequests(db, client, period)).map(dated),
    erasures,
    exports: (await findExports(db, client, period)).map(dated),
  }
}

async function consentsOf(
  db: Executor,
  named: ReadonlySet<string>,
  client: AuthorizedClient,
  period: Period,
) {
  const consents = await countConsents(db, client, period)
  return Promise.all(
    consents.map(async ({ versionId, given, ...consent }) => {
      const { definition, inventoryId } = await getVersion(db, versionId)
      const ofPart = scaleConsents(definition).some(({ id }) => id === consent.notice)
      return { ...consent, given: ofPart && !named.has(inventoryId) ? null : given }
    }),
  )
}

/** As the Turkish register of controllers names them. */
const verbisFields = (text: ProcessingText) => ({
  veriKategorisi: text.category,
  veriKonusuKisiGrubu: text.people,
  amac: text.purpose,
  hukukiSebep: text.ground,
  aliciGrubu: text.recipients,
  saklamaSuresi: text.period,
  tedbirler: text.measures,
})

type Dated<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key]
}

/** A row with its moments as JSON has them. */
function dated<Row extends object>(row: Row): Dated<Row> {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries) as Dated<Row>
}

/** The texts that people had to read or agree to, by the hash of their words in each language. */
async function noticesOf(db: Executor, client: AuthorizedClient, period: Period) {
  const versions = await findVersions(db, client, period)
  const all = versions.map(async ({ id, from, until }) => {
    const { definition, hash } = await getVersion(db, id)
    return definition.notices.map((notice) => ({
      ...{ code: definition.code, number: definition.version, contentHash: hash },
      ...{ notice: notice.id, version: notice.version, kind: notice.kind },
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      texts: Object.fromEntries(
        (['tr', 'en'] as const).map((locale) => {
          const words = definition.texts[locale].notices?.[notice.id]
          return [locale, words ? createHash('sha256').update(canonical(words)).digest('hex') : null]
        }),
      ),
    }))
  })
  return (await Promise.all(all)).flat()
}
