import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { scaleConsents, sensitiveScales } from '#scoring/form/left-out.ts'
import { findSeal } from '#server/audit/seal.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { currentVersions, getVersion } from '#server/features/inventories/versions.ts'
import { countConsents, countRefused, countRegistered, findVersions } from './consent-queries.ts'
import type { Period } from './period-queries.ts'
import { type ProcessingText, processing } from './processing.ts'
import {
  countErasures,
  findChangedMonths,
  findController,
  findMonths,
  findRequests,
  findRuns,
} from './queries.ts'
import {
  findEnabled,
  findExports,
  findNamings,
  findReadings,
  findRecipients,
  findShares,
} from './reader-queries.ts'

/** Paths of what is as of the download, so that it differs between two files of one past period. */
const asOfDownload = [
  ...['client.name', 'period.timeZone', 'verbisSorumlu', 'verbis', 'enabled[].by'],
  // These depend on which sensitive tests and scales the caller reads.
  ...['consents.given', 'consents.refused', 'consents.withdrawn', 'consents.complete', 'erasures'],
  ...['recipients[].name', 'recipients[].namedBy', 'namings[].by', 'namings[].recipients[]'],
  ...['namings[].clinician', 'readings[].reader', 'requests[].identityBy', 'exports[].by', 'shares[].by'],
]

export type Evidence = Awaited<ReturnType<typeof evidenceOf>>

interface Operator {
  readonly name?: string | undefined
  readonly address?: string | undefined
}

/**
 * Everything that a client did with personal data in a period, as of the period's end except for the paths in
 * `asOfDownload`. Readers and people who decided, checked or made something are named, others are ids. The reason of
 * a decision is as it was typed, and may name the person: an erasure empties it, but not in a file from before. A
 * period may be a day on which one person took a test: only readers of its sensitive results see how many agreed to a
 * part of a test, refused one or withdrew a part, as in the reports.
 * @param named the inventories of which the reader is named to read what is sensitive
 * @param onPart called after each part with the number of parts so far and in total
 */
export async function evidenceOf(
  db: Executor,
  client: AuthorizedClient,
  period: Period,
  { named, operator, onPart }: { named: ReadonlySet<string>; operator: Operator; onPart?: OnPart },
) {
  const months = await monthsAt(db, client, period)
  const complete = await readsAll(db, named)
  const parts = {
    verbisSorumlu: async () => controllerFields(await findController(db, client), operator),
    verbis: async () => processing('tr', months).map(verbisFields),
    retention: async () => months,
    notices: () => noticesOf(db, client, period),
    consents: () => consentsOf(db, client, period, { named, complete }),
    enabled: async () => (await findEnabled(db, client, period)).map(dated),
    recipients: async () => (await findRecipients(db, client, period)).map(dated),
    namings: async () => (await findNamings(db, client, period)).map(dated),
    readings: async () => (await findReadings(db, client, period)).map(dated),
    shares: async () => (await findShares(db, client, period)).map(dated),
    retentionRuns: async () => (await findRuns(db, client, period)).map(dated),
    requests: async () => (await findRequests(db, client, period)).map(dated),
    erasures: async () =>
      // One of scales does not say of which test it was.
      (await countErasures(db, client, period)).filter(({ what }) => complete || what !== 'scale'),
    exports: async () => (await findExports(db, client, period)).map(withPurpose).map(dated),
    /**
     * The seal covers the whole installation, so it is without its numbers. A past period has the first one after its
     * end.
     */
    auditSeal: async () => (await findSeal(db, period.over ? period.end : undefined)) ?? null,
  }
  return {
    asOfDownload,
    client: { id: client.id, name: client.name },
    period: {
      from: period.from,
      to: period.to,
      timeZone: client.timeZone,
      statusAt: period.end.toISOString(),
    },
    ...(await oneByOne(parts, onPart)),
  }
}

type OnPart = (progress: { done: number; total: number }) => Promise<void>

/** Parts by name, one after another. */
async function oneByOne<Parts extends Record<string, () => Promise<unknown>>>(
  parts: Parts,
  onPart: OnPart = async () => undefined,
) {
  const names = Object.keys(parts)
  const collected: Record<string, unknown> = {}
  for (const [at, name] of names.entries()) {
    collected[name] = await parts[name]?.()
    await onPart({ done: at + 1, total: names.length })
  }
  return collected as { [Name in keyof Parts]: Awaited<ReturnType<Parts[Name]>> }
}

/**
 * Purposes of the kinds of files. The purpose of results is chosen at download, and unknown where nobody chose one.
 */
const purposes: Readonly<Record<string, string>> = {
  people: 'evaluation',
  ledger: 'evaluation',
  evidence: 'proof',
  slips: 'invitation',
  data: 'request',
}

function withPurpose<Export extends { what: string; purpose: string | null }>(row: Export): Export {
  const [kind = ''] = row.what.split('_')
  return { ...row, purpose: row.purpose ?? purposes[kind] ?? null }
}

async function consentsOf(
  db: Executor,
  client: AuthorizedClient,
  period: Period,
  { named, complete }: { named: ReadonlySet<string>; complete: boolean },
) {
  const given = await givenTo(db, named, client, period)
  return {
    given: given.map(dated),
    refused: (await countRefused(db, client, period)).flatMap(({ inventoryId, code, refused }) =>
      named.has(inventoryId) ? [{ code, refused }] : [],
    ),
    withdrawn: given.reduce((sum, one) => sum + one.withdrawn, 0),
    /** Otherwise what the caller does not read of sensitive tests is left out. */
    complete,
    registrations: await countRegistered(db, client, period),
  }
}

/**
 * Leaves out parts of a test that the caller doesn't read: on a day with one person the row would show that they
 * agreed.
 */
async function givenTo(db: Executor, named: ReadonlySet<string>, client: AuthorizedClient, period: Period) {
  const seen = await Promise.all(
    (await countConsents(db, client, period)).map(async ({ versionId, ...consent }) => {
      const { definition, inventoryId } = await getVersion(db, versionId)
      const ofPart = scaleConsents(definition).some(({ id }) => id === consent.notice)
      return ofPart && !named.has(inventoryId)
        ? []
        : [
            {
              ...consent,
              /**
               * Hash of the text alone, as in `notices`. Where the page said who reads the result, `textHash` covers
               * both.
               */
              noticeHash: hashOf(definition, consent.notice, consent.locale),
              titles: titlesOf(definition, consent.notice),
            },
          ]
    }),
  )
  return seen.flat()
}

/** The hash of a text's words; null where it has none in this language. */
function hashOf({ texts }: Definition, notice: string, locale: Locale): string | null {
  const words = texts[locale].notices?.[notice]
  return words ? createHash('sha256').update(words.text).digest('hex') : null
}

/** The title of a text in each language. */
const titlesOf = ({ texts }: Definition, notice: string) => ({
  tr: texts.tr.notices?.[notice]?.title ?? null,
  en: texts.en.notices?.[notice]?.title ?? null,
})

/** True when the caller reads everything that is sensitive. */
const readsAll = async (db: Executor, named: ReadonlySet<string>) =>
  (await currentVersions(db)).every(
    ({ definition, inventoryId }) =>
      (!definition.sensitive && sensitiveScales(definition).length === 0) || named.has(inventoryId),
  )

/** A text's fields under their names in the Turkish register of controllers. */
const verbisFields = (text: ProcessingText) => ({
  veriKategorisi: text.category,
  veriKonusuKisiGrubu: text.people,
  amac: text.purpose,
  hukukiSebep: text.ground,
  aliciGrubu: text.recipients,
  yurtDisinaAktarim: text.transfer,
  saklamaSuresi: text.period,
  tedbirler: text.measures,
})

/** The register's fields about the controller. Fields that only the client can fill in are null. */
const controllerFields = (
  { title, address, email, phone }: Awaited<ReturnType<typeof findController>>,
  operator: Operator,
) => ({
  veriSorumlusu: title,
  adres: address || null,
  eposta: email,
  telefon: phone,
  irtibatKisisi: null,
  sicileKayitTarihi: null,
  veriIsleyen: operator.name ?? null,
  veriIsleyenAdresi: operator.address ?? null,
})

const ChangedMonths = z.object({
  candidateMonths: z.number(),
  employeeMonths: z.number(),
  sensitiveMonths: z.number(),
  months: z.record(z.string(), z.number()).optional(),
})

/** The client's periods at the end of the period that is asked about. */
async function monthsAt(db: Executor, client: AuthorizedClient, period: Period) {
  const [last, now] = [await findChangedMonths(db, client, period), await findMonths(db, client)]
  // Before its first change a client had the defaults.
  if (last === 'later') return { candidate: 6, employee: 24, sensitive: 6, tests: [] }
  if (last === undefined) return now
  const { candidateMonths, employeeMonths, sensitiveMonths, months } = ChangedMonths.parse(last)
  const tests = Object.entries(months ?? {}).map(([code, months]) => ({ code, months }))
  return {
    candidate: candidateMonths,
    employee: employeeMonths,
    sensitive: sensitiveMonths,
    // Entries of old do not say it.
    tests: months === undefined ? now.tests : tests.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  }
}

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

/** The texts that people had to read or agree to, by the hash of their words in each language, as each consent has it. */
async function noticesOf(db: Executor, client: AuthorizedClient, period: Period) {
  const versions = await findVersions(db, client, period)
  const all = versions.map(async ({ id, from, until }) => {
    const { definition, hash } = await getVersion(db, id)
    return definition.notices.map((notice) => ({
      code: definition.code,
      number: definition.version,
      contentHash: hash,
      notice: notice.id,
      version: notice.version,
      kind: notice.kind,
      titles: titlesOf(definition, notice.id),
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      texts: { tr: hashOf(definition, notice.id, 'tr'), en: hashOf(definition, notice.id, 'en') },
    }))
  })
  return (await Promise.all(all)).flat()
}
