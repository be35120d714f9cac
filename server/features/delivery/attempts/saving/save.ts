import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { AnswerOf } from '#contract/kit.ts'
import { isSequenced, type Received, type ResponseInput, type saveResponses } from '#contract/responses.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { checkValue } from '#scoring/responses/responses.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Deps } from '#server/deps.ts'
import { attemptOfToken, withdrawnTokenOf } from '#server/features/delivery/attempts/access.ts'
import { movedClock } from '#server/features/delivery/attempts/clock/time.ts'
import { readTestId, type TestKey } from '#server/features/delivery/attempts/tokens.ts'
import { findVersion, getVersion, type Version } from '#server/features/inventories/versions.ts'
import { attemptTokenPrefix } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { tokenOf } from '#server/http/route.ts'
import { hashSecret } from '#server/secrets.ts'
import { passed } from '#server/steps.ts'
import { afterStoring } from './effects/index.ts'
import type { Answer, SavedAnswer } from './group.ts'
import { creditLate } from './receipts.ts'
import { findAttemptState } from './response-queries.ts'
import { holdSaved } from './waiting.ts'
import type { WithdrawnToken } from './waiting-queries.ts'

export interface SaveBody {
  testId: string
  epoch: number | undefined
  responses: Record<string, ResponseInput>
  received?: Received | undefined
  readAloudUsed?: true | undefined
  autoNextUsed?: true | undefined
}

/**
 * Stores a request's answers, all of them or none; but for those to a scale that is not asked, once the test is over.
 * @throws Failure not_authenticated, not_found, invalid_request naming the first wrong item, attempt_submitted,
 *   assignment_closed
 */
export async function saveFor(
  deps: Deps,
  request: FastifyRequest,
  body: SaveBody,
): Promise<AnswerOf<typeof saveResponses>['data']> {
  const token = tokenOf(request)
  if (token === undefined) throw new Failure('not_authenticated')
  const key = readTestId(body.testId)
  const version = key && (await findVersion(deps.db, key.versionId))
  if (key === undefined || version === undefined) {
    await requireLiveToken(deps, request)
    throw new FieldFailure({ testId: { key: 'unknown_test' } })
  }
  const sent = readAnswers(version, body.responses)
  if ('wrong' in sent) {
    await requireOwnAttempt(deps, request, key)
    throw new FieldFailure({ [`responses.${sent.wrong}`]: { key: sent.why } })
  }
  // Looked up only where an answer is about a sensitive scale.
  const isSensitive = ({ itemId }: Answer) => version.sensitiveItems.has(itemId)
  const before = sent.some(isSensitive) ? await findAttemptState(deps.db, key) : undefined
  const without = itemsLeftOut(version.definition, before?.left_out ?? [])
  const notAsked = sent.find((answer) => isSensitive(answer) && without.has(answer.itemId))
  const isOver = before !== undefined && before.closed_by !== null
  if (notAsked !== undefined && !isOver) {
    const held = await heldOf(deps, request, key, body)
    if (held !== undefined) return held
    await requireOwnAttempt(deps, request, key)
    throw new FieldFailure({ [`responses.${notAsked.itemId}`]: { key: 'unknown_item' } })
  }
  // A test that is over drops answers to questions that it didn't ask, so that the response shows nobody who was asked.
  const answers = sent.filter((answer) => !(isSensitive(answer) && without.has(answer.itemId)))
  const saved = await deps.saves.save({
    ...key,
    tokenHash: hashSecret(token),
    byAttemptToken: token.startsWith(attemptTokenPrefix),
    epoch: body.epoch ?? null,
    answers,
    ...(before && { leftOut: before.left_out }),
  })
  if (saved === undefined) {
    const held = await heldOf(deps, request, key, body)
    if (held !== undefined) return held
    const state = await requireOwnAttempt(deps, request, key)
    // Withdrawn or closed since the look above.
    if (before && !isDeepStrictEqual(before.left_out, state.left_out)) return saveFor(deps, request, body)
    throw new Failure(state.closed_by === 'person' ? 'attempt_submitted' : 'assignment_closed')
  }
  passed('answers_stored')
  const { practising } = saved
  await afterStoring(deps.db, { key, definition: version.definition, answers, practising, used: body })
  const named = (wanted: (answer: SavedAnswer) => boolean) =>
    saved.answers.filter(wanted).map((answer) => answer.itemId)
  const late = named((answer) => answer.late)
  const credited = await creditLate(
    deps,
    { ...body, token },
    {
      key,
      answers: answers.filter(({ itemId }) => late.includes(itemId)),
    },
  )
  const told = (itemId: string) => !isOver || !version.sensitiveItems.has(itemId)
  return {
    saved: sent.map(({ itemId }) => itemId),
    superseded: named((answer) => answer.superseded).filter(told),
    late: late.filter((itemId) => told(itemId) && !credited.includes(itemId)),
    serverTime: (await databaseTime(deps.db)).toISOString(),
    ...(saved.clockMoved && { clock: await movedClock(deps.db, key) }),
  }
}

/** The answer to what came with the token of a withdrawn tablet, which then waits; undefined for any other token. */
async function heldOf(
  deps: Deps,
  request: FastifyRequest,
  { attemptId }: TestKey,
  body: SaveBody,
): Promise<AnswerOf<typeof saveResponses>['data'] | undefined> {
  const withdrawn = await withdrawnTokenOf(deps.db, tokenOf(request) ?? '')
  if (withdrawn?.attempt_id !== attemptId) return undefined
  await holdFor(deps, request, withdrawn, body)
  const serverTime = (await databaseTime(deps.db)).toISOString()
  return { saved: Object.keys(body.responses), superseded: [], late: [], serverTime }
}

/** Keeps what a withdrawn tablet sends until a manager decides. @throws Failure invalid_request naming the first wrong item */
export async function holdFor(
  { db, config }: Deps,
  request: FastifyRequest,
  token: WithdrawnToken,
  { responses, epoch, readAloudUsed, autoNextUsed }: Omit<SaveBody, 'testId'>,
  submitted = false,
): Promise<void> {
  const sent = readAnswers(await getVersion(db, token.version_id), responses)
  if ('wrong' in sent) throw new FieldFailure({ [`responses.${sent.wrong}`]: { key: sent.why } })
  const used = { readAloudUsed: readAloudUsed === true, autoNextUsed: autoNextUsed === true }
  await holdSaved(db, config.slipKey, token, {
    address: request.ip,
    waiting: { kind: 'saved', responses, epoch, ...used, submitted },
  })
}

/** The answers of a request, checked against their items; or the first that is wrong, and why. */
export function readAnswers(
  version: Version,
  responses: Record<string, ResponseInput>,
): Answer[] | { wrong: string; why: string } {
  const answers: Answer[] = []
  for (const [itemId, input] of Object.entries(responses)) {
    const item = version.items.get(itemId)
    if (item === undefined) return { wrong: itemId, why: 'unknown_item' }
    const sequenced = isSequenced(input) ? input : undefined
    const value = sequenced ? sequenced.value : input
    if (!checkValue(item, value, version.definition)) return { wrong: itemId, why: 'unknown_value' }
    answers.push({
      itemId,
      timedSection: version.timedSections.get(itemId) ?? null,
      seq: sequenced?.seq ?? null,
      value,
      at: plausible(sequenced?.at),
      elapsedMs: sequenced?.elapsedMs ?? null,
    })
  }
  return answers
}

// The time on the device's clock is kept for information. A clock that is far out must not cost anybody an answer.
function plausible(at: string | undefined): string | null {
  const time = Date.parse(at ?? '')
  return time >= 0 && time < Date.UTC(2100) ? new Date(time).toISOString() : null
}

interface Reach {
  readonly userId: string
  /** The limits of a narrow token; null for other tokens. */
  readonly clientId: string | null
  readonly attemptId: string | null
}

/**
 * Asked only when something is wrong with a request, so that 401 and 404 still come before 400. The token of a withdrawn tablet
 * is one, because what comes with it waits.
 */
export async function requireLiveToken(deps: Deps, request: FastifyRequest): Promise<Reach> {
  const token = tokenOf(request)
  if (token === undefined) throw new Failure('not_authenticated')
  if (token.startsWith(attemptTokenPrefix)) {
    const attempt = await attemptOfToken(deps.db, token)
    if (attempt !== undefined)
      return { userId: attempt.user_id, clientId: attempt.client_id, attemptId: attempt.id }
    const withdrawn = await withdrawnTokenOf(deps.db, token)
    if (withdrawn === undefined) throw new Failure('not_authenticated')
    return { userId: withdrawn.user_id, clientId: withdrawn.client_id, attemptId: withdrawn.attempt_id }
  }
  const caller = await deps.http.findCaller(token)
  if (caller === null) throw new Failure('not_authenticated')
  if (caller.singleSignOn) throw new Failure('sso_session')
  return { userId: caller.userId, clientId: caller.invitationClientId, attemptId: null }
}

async function requireOwnAttempt(deps: Deps, request: FastifyRequest, key: TestKey) {
  const reach = await requireLiveToken(deps, request)
  const state = await findAttemptState(deps.db, key)
  const own =
    state?.user_id === reach.userId &&
    state.version_id === key.versionId &&
    (reach.clientId === null || reach.clientId === key.clientId) &&
    (reach.attemptId === null || reach.attemptId === key.attemptId)
  if (state === undefined || !own) throw new Failure('not_found')
  return state
}
