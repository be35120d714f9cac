import { deliveryText } from '#contract/deliveryText.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { saveResponses } from '#contract/responses.ts'
import type { deliverOfflineAttempt } from '#contract/tablets.ts'
import { CallFailure, request, type Shape } from '../api.ts'
import type { ServerClock } from '../attempt/clock/clock.ts'
import { withoutPractice } from '../attempt/clock/practice.ts'
import type { LiveStore } from '../attempt/liveState.ts'
import { type Offline, withServerAnswers } from '../attempt/model.ts'
import { type Batch, nextBatch } from '../attempt/saving/batches.ts'
import type { DeviceWriter } from '../attempt/saving/deviceWriter.ts'
import { responsesOf } from '../attempt/saving/sender.ts'
import type { Head } from '../attempt/saving/store.ts'
import { kioskHere } from '../device/kiosk.ts'
import { proofOf } from './codeKey.ts'

const deliverCall = {
  method: 'POST',
  path: '/tablet/offline_attempts/',
  has: ['outcome'],
} as Shape<typeof deliverOfflineAttempt>

/**
 * Brings a test that was begun on this tablet without a connection to the server, with all its answers; from then on it is
 * like any other.
 * @returns as if the batch had been saved
 * @throws CallFailure; `begun_elsewhere` where another one counts, and for a refused consent that has arrived, which is no test
 *   either; `awaits_decision` where a manager decides about it. The server has this one then, and the tablet does not keep it
 */
export async function bringIn(
  { live, clock, writer }: { live: LiveStore; clock: ServerClock; writer: DeviceWriter },
  offline: Offline,
  batch: Batch,
): Promise<AnswerOf<typeof saveResponses>> {
  const { head, progress } = live.get()
  const start = Date.parse(head.startedAt)
  const since = (moment: number) => Math.max(0, Math.round(moment - start))
  const given = nextBatch(progress, Number.POSITIVE_INFINITY)
  const unproved = {
    offlineId: offline.id,
    assignmentId: head.assignmentId,
    accepted: [...offline.accepted],
    ...(offline.refused && { refused: offline.refused }),
    locale: head.locale,
    elapsedMs: since(clock.now()),
    practiceMs: practiceOf(withoutPractice(head, clock.now()), offline),
    sections: head.sections.map(({ id, startedAt }) => ({ id, afterMs: since(Date.parse(startedAt)) })),
    responses: responsesOf(given),
    answeredAfterMs: Object.fromEntries(
      Object.entries(given).map(([id, { at }]) => [id, since(Date.parse(at))]),
    ),
    ...(progress.readAloud && { readAloudUsed: true as const }),
    ...(progress.autoNext && { autoNextUsed: true as const }),
    ...(progress.submitting && {
      submittedAfterMs: since(Date.parse(progress.submittedAt ?? new Date(clock.now()).toISOString())),
    }),
  }
  const proof = await proofOf(offline.proofKey, deliveryText(unproved))
  const delivered = await request(deliverCall, { token: offline.token, body: { ...unproved, proof } })
  if (delivered.outcome !== 'started') {
    const waits = delivered.outcome === 'waits'
    const ended = offline.refused ? 'refused' : waits ? 'awaitsDecision' : 'elsewhere'
    await kioskHere()?.begun(head.assignmentId, { startedAt: head.startedAt, ended })
    // First the state: nothing writes it to the device again.
    live.change({ stopped: { why: waits ? 'awaitsDecision' : 'begunElsewhere', message: '' } })
    await writer.written()
    // A copy that stays is delivered again, and the server keeps one.
    await writer.remove().catch(() => undefined)
    throw new CallFailure(409, waits ? 'awaits_decision' : 'begun_elsewhere', '')
  }
  const { started, receipt } = delivered
  const { testId, attemptToken, rescueKey, startedAt, deadline, sections, practice } = started
  clock.sync(started.serverTime)
  live.change({
    head: {
      ...live.get().head,
      testId,
      attemptToken,
      rescueKey,
      startedAt,
      deadline,
      sections,
      practice,
      offline: undefined,
      offsetMs: clock.offsetMs,
    },
    progress: withServerAnswers(live.get().progress, started),
  })
  await writer.write(true)
  if (receipt !== null) {
    await kioskHere()?.begun(head.assignmentId, { startedAt, receipt })
    await writer.remove().catch(() => undefined)
    live.change({ receipt, reached: true, saveError: undefined, stopped: undefined })
  }
  const late = Object.keys(given).filter((id) => started.responses[id] === undefined)
  const saved = Object.keys(batch)
  return {
    data: {
      saved,
      superseded: [],
      serverTime: started.serverTime,
      late: late.filter((id) => saved.includes(id)),
    },
    status: 'success',
  }
}

/** The practice time within the deadline: the time given for it, less the unused rest. */
function practiceOf({ startedAt, deadline }: Head, { limitSeconds }: Offline): number {
  if (deadline === null || limitSeconds === null) return 0
  return Math.max(0, Date.parse(deadline) - Date.parse(startedAt) - limitSeconds * 1000)
}
