import { createHash } from 'node:crypto'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { canonical } from '#server/features/inventories/content-hash.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
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

/** What a client did with personal data in a period; people other than readers and deciders are named by ids alone. */
export async function evidenceOf(db: Executor, client: AuthorizedClient, period: Period) {
  const months = await findMonths(db, client)
  const consents = await countConsents(db, client, period)
  const erasures = await countErasures(db, client, period)
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
      given: consents,
      refused: await countRefused(db, client, period),
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
