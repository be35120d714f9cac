import type { Comparison, comparePdf, compareXlsx } from '#contract/compare.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import type { QueryOf } from '#contract/kit.ts'
import { type CompareTestView, type CompareView, compareView } from '#report/compare.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { headLookOf, paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import { compare, wrongNumber } from './compare.ts'
import { exportedResults } from './record.ts'

const viewOf = (comparison: Comparison, locale: Locale, radar?: readonly string[]): CompareView =>
  compareView(
    comparison,
    { locale, t: (key, variables) => translate(locale, key, variables) },
    { radar, copy: true },
  )

/** @throws Failure as compare; FieldFailure where nothing is left to compare: no file leaves without anybody's result */
async function comparisonOf(
  db: Database,
  client: AuthorizedClient,
  assignments: string,
  { locale, caller }: Actor,
): Promise<Comparison> {
  const comparison = await compare(db, client, { assignments, locale, caller, copy: true })
  if (comparison.tests.length === 0) throw wrongNumber()
  return comparison
}

/** A comparison on paper, which says who passes it on and what for. @throws Failure as compare */
export async function printComparison(
  db: Database,
  client: AuthorizedClient,
  { assignments, purpose, radar }: QueryOf<typeof comparePdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const { locale, caller, name } = actor
  const comparison = await comparisonOf(db, client, assignments, actor)
  await db.transaction().execute(async (tx) => {
    for (const one of exportedResults(comparison, purpose))
      await recordAudit(tx, {
        action: 'export',
        reason: 'comparison_pdf',
        by: actor,
        clientId: client.id,
        ...one,
      })
  })
  const why = purpose && translate(locale, `assignments:purpose.${purpose}`)
  const at = formatDateTime(new Date().toISOString(), locale, client.timeZone)
  const made = translate(locale, 'report:copyOf', { reader: name, at })
  const reader = why === undefined ? made : translate(locale, 'report:copyFor', { made, why })
  const view = viewOf(comparison, locale, radar?.split(','))
  const file = `${translate(locale, 'exports:file.comparison')} ${madeBy(caller, client.timeZone, why)}.pdf`
  reply.header('content-disposition', attachment(file))
  const brand = await paperBrandOf(db, client.id)
  return Buffer.from(await deps.pdf.renderComparison(view, reader, brand))
}

/** A comparison as an Excel file. @throws Failure as compare */
export async function tabulateComparison(
  db: Database,
  client: AuthorizedClient,
  { assignments, purpose }: QueryOf<typeof compareXlsx>,
  actor: Actor,
  { deps, request, reply }: Context,
): Promise<Uint8Array> {
  const { locale } = actor
  const comparison = await comparisonOf(db, client, assignments, actor)
  const workbook = {
    what: 'comparison',
    purpose,
    people: exportedResults(comparison, purpose),
    look: await headLookOf(db, client.id),
    pages: sheetPages(comparison, locale),
  } as const
  return sheetsOf(deps).xlsx({ subject: client, ...actor, request, reply }, workbook)
}

/** A sheet for each version of a test, one for how the tests were taken, and one for what holds for all of it. */
async function* sheetPages(comparison: Comparison, locale: Locale): AsyncGenerator<SheetPage> {
  const view = viewOf(comparison, locale)
  const t = (key: string, variables?: Record<string, string>) =>
    translate(locale, `compare:file.${key}`, variables)
  for (const [at, test] of view.tests.entries()) {
    const scored = comparison.tests[at]
    if (scored === undefined) continue
    const alone = comparison.tests.filter(({ code }) => code === scored.code).length === 1
    const units = new Map(scored.scores.map(({ key, unit }) => [key, t(`inUnit.${unit}`)]))
    yield {
      sheet: alone ? test.title : `${test.title} ${scored.version}`,
      rows: [headsOf(test, t), ...rowsOf(test, units)],
    }
  }
  yield { sheet: t('conditions'), rows: conditionRows(view, t) }
  const notes = [...view.notes, ...(view.leftOut.number === null ? [] : [view.leftOut.number])]
  if (notes.length > 0) yield { sheet: t('notes'), rows: notes.map((note): Cell[] => [note]) }
}

type Say = (key: string, variables?: Record<string, string>) => string

/** People of one name differ by their letters. */
const headOf = ({ letter, name }: { letter: string; name: string }) => `${letter} ${name}`

const headsOf = ({ taken }: CompareTestView, t: Say): Cell[] => [
  t('score'),
  t('unit'),
  ...taken.flatMap(({ person }) => {
    const name = headOf(person)
    return [name, t('error', { name }), t('band', { name })]
  }),
  t('verdict'),
]

const rowsOf = ({ groups }: CompareTestView, units: ReadonlyMap<string, string>): Cell[][] =>
  groups.flatMap(({ rows }) =>
    rows.map(({ key, name, cells, says }): Cell[] => [
      name,
      units.get(key),
      ...cells.flatMap(({ number, se, band }) => [rounded(number), rounded(se), band?.name]),
      says.join('; '),
    ]),
  )

const rounded = (value: number | null) => (value === null ? undefined : Math.round(value * 10) / 10)

function conditionRows({ tests }: CompareView, t: Say): Cell[][] {
  const taken = tests.flatMap((test) => test.taken.map((one) => ({ test, one })))
  // Some facts are there only where something happened.
  const labels = new Map(taken.flatMap(({ one }) => one.facts.map(({ key, label }) => [key, label] as const)))
  return [
    [t('person'), t('group'), t('test'), ...labels.values()],
    ...taken.map(({ test, one: { person, facts } }): Cell[] => [
      headOf(person),
      person.group,
      `${test.title}, ${test.version}`,
      ...[...labels.keys()].map((key) => facts.find((fact) => fact.key === key)?.value),
    ]),
  ]
}
