import { endBreak as endBreakCall, takeBreak as takeBreakCall } from '#contract/breaks.ts'
import { listOwnConsents } from '#contract/consents.ts'
import {
  beginPractice as beginPracticeCall,
  endPractice as endPracticeCall,
  getOwnAssignment,
  listOwnAssignments,
  startAttempt as startAttemptCall,
  startSection as startSectionCall,
  submitAttempt as submitAttemptCall,
} from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { noteSignals } from '#contract/signals.ts'
import { knownDatabaseTime } from '#server/db/clock-queries.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { Failure } from '#server/http/failure.ts'
import { fieldErrors } from '#server/http/field-errors.ts'
import { sliceOf } from '#server/http/pages.ts'
import { handleError, sendProblem } from '#server/http/problems.ts'
import { guestLimit, tokenOf } from '#server/http/route.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { surplusOf } from '#server/http/surplus.ts'
import { localeOf } from '#server/locales.ts'
import { onAttempt, onOwnAssignment, onSubmission } from './access.ts'
import { endBreak, takeBreak } from './clock/breaks.ts'
import { beginPractice, endPractice } from './clock/practice.ts'
import { startSection } from './clock/sections.ts'
import { submitAttempt } from './closing/submit.ts'
import { ownConsents } from './consent/consents.ts'
import { ownDetail, ownList } from './my-assignments.ts'
import { receiptOf } from './saving/receipts.ts'
import { requireLiveToken, saveFor } from './saving/save.ts'
import { storeSignals } from './signs/signals.ts'
import { startAttempt } from './start.ts'

/**
 * The hot path, and the one route that is not made by `route()`: the statement that stores the answers also checks the
 * token, so nothing is looked up before it, but for a body of more than anybody may send. What is wrong with the body is said
 * only after the token was looked at.
 */
const saveRoute: Route = (app, deps) => {
  app.route({
    method: saveResponses.method,
    url: `/api${saveResponses.path}`,
    bodyLimit: 1024 * 1024,
    config: { entry: saveResponses },
    onRequest: async (request) => {
      const token = tokenOf(request)
      if (token === undefined) throw new Failure('not_authenticated')
      // The statement that stores the answers checks the token too. But a long body would be read before it, for anybody.
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > guestLimit)
        await requireLiveToken(deps, request)
    },
    errorHandler: async (error, request, reply) => {
      if (error instanceof Failure || error.statusCode === undefined)
        return handleError(error, request, reply)
      const refusal = await requireLiveToken(deps, request).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      return handleError(refusal instanceof Failure ? refusal : error, request, reply)
    },
    handler: async (request, reply) => {
      const surplus = surplusOf(saveResponses.body, request.body)
      const body = surplus
        ? { success: false as const, error: { issues: [surplus] } }
        : saveResponses.body.safeParse(request.body ?? {}, { reportInput: true })
      if (!body.success) {
        await requireLiveToken(deps, request)
        const locale = localeOf(request.headers['accept-language'], deps.config.defaultLocale)
        return sendProblem(request, reply, 'invalid_request', fieldErrors(body.error.issues, locale))
      }
      const arrived = knownDatabaseTime()
      const sent = { epoch: undefined, ...body.data }
      const data = await saveFor(deps, request, sent).catch((error: unknown) => {
        // The answer has a receipt only if the database is away; the product's own refusals, such as a full queue,
        // have none.
        if (error instanceof Failure || !isUnavailable(error)) throw error
        request.log.warn({ err: error }, 'unavailable')
        const received = receiptOf(deps.config.slipKey, { ...sent, token: tokenOf(request) ?? '' }, arrived)
        throw new Failure('service_unavailable', { retryAfterSeconds: 2, details: { received } })
      })
      return reply.send({ data, status: 'success' })
    },
  })
}

export const attemptRoutes: readonly Route[] = [
  onPlatform.read(listOwnAssignments, (db, _on, _query, { caller, locale }) => ownList(db, caller, locale)),
  onOwnAssignment.read(getOwnAssignment, (db, own, _query, { locale }) => ownDetail(db, own, locale)),
  onPlatform.list(listOwnConsents, (db, _on, query, { caller, locale }) =>
    ownConsents(db, caller, locale, query.ordering ?? '-acceptedAt', sliceOf(query)),
  ),

  // These two may close a test by the clock and then refuse, so refusing must not undo the closing.
  onOwnAssignment.run(startAttemptCall, startAttempt),
  onSubmission.run(submitAttemptCall, submitAttempt),

  onAttempt.write(startSectionCall, startSection),
  onAttempt.write(beginPracticeCall, beginPractice),
  onAttempt.write(endPracticeCall, endPractice),
  onAttempt.write(takeBreakCall, takeBreak),
  onAttempt.write(endBreakCall, endBreak),
  onAttempt.run(noteSignals, storeSignals),
  saveRoute,
]
