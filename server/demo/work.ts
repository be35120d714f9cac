import type pg from 'pg'
import { chanceFrom } from '#scoring/simulation/chance.ts'
import { type ResponseModel, responseModel } from '#scoring/simulation/model.ts'
import type { SimulatedAttempt } from '#scoring/simulation/respond.ts'
import type { Database } from '#server/db/database.ts'
import { closeByTime, handIn } from '#server/features/delivery/attempts/closing/close.ts'
import { recipientsShown } from '#server/features/delivery/attempts/recipients.ts'
import { SaveGroup } from '#server/features/delivery/attempts/saving/group.ts'
import { start } from '#server/features/delivery/attempts/start.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashSecret } from '#server/secrets.ts'
import { answersOf, seed } from './answers.ts'
import { demoParticipant, demoPeople, finished, participantTest } from './people.ts'
import { type AssignmentRow, assignmentsOf, backdate, backdateSections, interrupt } from './queries.ts'

/** Lets the people of the demo take their tests, through the verbs a device calls, and moves them into the past month. */
export async function simulateWork(
  { db, pool }: { db: Database; pool: pg.Pool },
  clientId: string,
  callerOf: (userId: string, name: string) => Caller,
): Promise<void> {
  const saves = new SaveGroup(pool, false)
  const when = chanceFrom(seed)
  const order = demoPeople.map(([name]) => name)
  const models = new Map<string, ResponseModel>()
  const modelOf = ({ id, definition }: Version) => {
    const model = models.get(id) ?? responseModel(definition)
    models.set(id, model)
    return model
  }
  for (const assignment of await assignmentsOf(db, clientId)) {
    const key = { clientId, assignmentId: assignment.id }
    const place = order.indexOf(assignment.name)
    const version = await getVersion(db, assignment.version_id)
    const complete =
      place < finished || (assignment.name === demoParticipant && version.definition.code === participantTest)
    // A test with a time limit can't be half done for days, because its clock ends it.
    const begun = !complete && place >= finished + 5 && version.definition.timeLimitSeconds === undefined
    if (!complete && !begun) continue
    const attempt = answersOf(place, modelOf(version))
    const given = complete ? attempt.answers : attempt.answers.slice(0, 12 + place)
    await answer({ db, saves }, callerOf(assignment.user_id, assignment.name), assignment, version, given)
    const startedDaysAgo = complete ? 1 + 27 * when() : 0.5 + when()
    const minutes = attempt.elapsedMs / 60_000
    const past = { createdDaysAgo: startedDaysAgo + 0.5 + when(), startedDaysAgo, minutes }
    // The clocks that ended before the test did have run out when it is scored.
    await backdateSections(db, key, past)
    const over = isOver(version, attempt)
    if (over || !complete) await backdate(db, key, past)
    if (!complete) continue
    if (over) await db.transaction().execute((tx) => closeByTime(tx, key))
    else await handIn(db, key)
    await backdate(db, key, past)
    if (place % 8 === 2) await interrupt(db, key)
  }
}

async function answer(
  { db, saves }: { db: Database; saves: SaveGroup },
  person: Caller,
  assignment: AssignmentRow,
  { definition }: Version,
  given: SimulatedAttempt['answers'],
): Promise<void> {
  const accepted = definition.notices.map((notice) => notice.id)
  // The consent is given with the text that its page shows, so that its record has the same hash as that of people who
  // read it.
  const shown = await recipientsShown(db, assignment, 'tr')
  const started = await start(db, person, assignment.id, {
    accepted,
    declined: [],
    locale: 'tr',
    device: 'phone',
    address: '',
    ...(shown && { recipients: shown.id }),
  })
  const test = readTestId(started.testId)
  if (test === undefined) throw new Error('a started attempt has no readable name')
  const saved = await saves.save({
    ...test,
    tokenHash: hashSecret(started.attemptToken),
    byAttemptToken: true,
    epoch: started.epoch,
    answers: given.map((one, index) => ({ ...one, timedSection: null, seq: index + 1, at: null })),
  })
  if (saved?.answers.length !== given.length) throw new Error('the demo lost answers')
}

/** True when the whole test's clock has run out, and not only one of a section. */
const isOver = ({ definition }: Version, { endedByTime }: SimulatedAttempt) =>
  definition.timeLimitSeconds !== undefined && endedByTime.length === definition.sections.length
