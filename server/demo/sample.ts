import { readShipped, shippedVersions } from '#content/read.ts'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemsById } from '#scoring/definition/lookup.ts'
import { itemCount } from '#scoring/form/form.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import type { Scores } from '#scoring/score/scores.ts'
import { type ResponseModel, responseModel } from '#scoring/simulation/model.ts'
import { contentHash } from '#server/features/inventories/content-hash.ts'
import { buildReport } from '#server/features/results/reports/build.ts'
import { answersOf } from './answers.ts'
import { demoPeople, finished } from './people.ts'

/** The demo's person whose report the public pages show. */
const person = 'Mehmet Yıldırım'
const startedAt = Date.UTC(2026, 10, 11, 7, 2)

/**
 * The report that the public pages show: what a person of the demo answers in the newest shipped version, scored and put
 * into words as every result is, beside the group of the demo. The day is fixed, so that the same sources give the same page.
 * @throws when the shipped definition is refused or the person is not in the demo
 */
export async function sampleReport(test = 'MYT'): Promise<(locale: Locale) => Report> {
  const definition = await newest(test)
  const model = responseModel(definition)
  const place = demoPeople.findIndex(([name]) => name === person)
  const group = demoPeople[place]?.[1]
  if (group === undefined) throw new Error(`${person} is not in the demo`)
  const { attempt, scores } = taken(model, place)
  const members = demoPeople.flatMap(([, of], at) =>
    of === group && at < finished ? [at === place ? scores : taken(model, at).scores] : [],
  )
  const limit = definition.timeLimitSeconds ?? null
  const result: Parameters<typeof buildReport>[0] = {
    row: {
      assignment_id: '',
      version_id: '',
      scores,
      person_name: person,
      email: null,
      phone: '',
      staff_number: '',
      group_name: group,
      role: 'employee',
      client_id: '',
      client_name: 'Anadolu Gıda A.Ş.',
      time_zone: 'Europe/Istanbul',
      due_date: null,
      locale: 'tr',
      started_at: new Date(startedAt),
      closed_at: new Date(startedAt + attempt.elapsedMs),
      ended_at_exact: '',
      duration_seconds: attempt.elapsedMs / 1000,
      limit_seconds: limit,
      adjusted_time: false,
      shows_adjusted_time: false,
      closed_by: 'person',
      ended_by_manager: false,
      paused_seconds: 0,
      breaks: [],
      added_seconds: 0,
      auto_next_used: false,
      started_offline: false,
      receipt: 'TRZ-DEMO-01',
      late_answers: 0,
      late_undecided: 0,
      late_decision: null,
      left_out: [],
      scales_closed: false,
    },
    scores,
    version: {
      id: '',
      inventoryId: '',
      hash: contentHash(definition),
      definition,
      items: itemsById(definition),
      itemCount: itemCount(definition),
      openItemCount: itemCount(definition),
      sensitiveItems: new Set(),
      timedSections: new Map(),
    },
    clientId: '',
    assignmentId: '',
    userId: '',
    reader: 'manager',
    seesSensitive: true,
    lateInTime: 0,
    signals: { openings: [], away: [], copied: [], fast: null, sameAnswers: null },
    notes: [],
    showsFlags: false,
  }
  const comparison = { name: group, size: members.length, means: meansOf(members) }
  return (locale) => buildReport(result, comparison, locale)
}

async function newest(test: string): Promise<Definition> {
  const folder = (await shippedVersions()).findLast((one) => one.startsWith(`${test}/`))
  if (folder === undefined) throw new Error(`${test} is not shipped`)
  const checked = checkDefinition(await readShipped(folder))
  if (!checked.ok) throw new Error(`${folder} is refused`)
  return checked.definition
}

function taken(model: ResponseModel, place: number) {
  const attempt = answersOf(place, model)
  const of = <T>(value: (answer: (typeof attempt.answers)[number]) => T) =>
    Object.fromEntries(attempt.answers.map((answer) => [answer.itemId, value(answer)]))
  const scores = scoreAttempt(
    model.definition,
    of(({ value }) => value),
    { timings: of(({ elapsedMs }) => elapsedMs), endedByTime: attempt.endedByTime },
  )
  return { attempt, scores }
}

/** Group means, calculated as for a stored result: a sensitive scale is in none. */
function meansOf(members: readonly Scores[]): Map<string, number> {
  const given = new Map<string, number[]>()
  for (const { scales } of members)
    for (const { key, percentage, sensitive } of scales)
      if (percentage !== null && !sensitive) given.set(key, [...(given.get(key) ?? []), percentage])
  return new Map([...given].map(([key, all]) => [key, all.reduce((sum, one) => sum + one, 0) / all.length]))
}
