import type { FastifyInstance } from 'fastify'
import { endBreak, takeBreak } from '#contract/breaks.ts'
import { listOwnConsents } from '#contract/consents.ts'
import {
  beginPractice,
  endPractice,
  getOwnAssignment,
  listOwnAssignments,
  startAttempt,
  startSection,
  submitAttempt,
} from '#contract/participant.ts'
import { noteSignals } from '#contract/signals.ts'
import type { Deps } from '#server/deps.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { rescueKeyOf } from '#server/secrets.ts'
import { passed } from '#server/steps.ts'
import { authorizeAttempt, authorizeOwn, withdrawnTokenOf } from './access.ts'
import { leaveBreak, takeBreak as take } from './breaks.ts'
import { handIn } from './close.ts'
import { ownConsents } from './consents.ts'
import { ownDetail, ownList } from './own.ts'
import { leavePractice, openPractice } from './practice.ts'
import { holdFor, saveFor } from './save.ts'
import { openSection } from './sections.ts'
import { storeSignals } from './signals.ts'
import { start } from './start.ts'
import { testIdOf } from './tokens.ts'

export function attemptRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps

  route(app, http, listOwnAssignments, {
    handle: ({ caller, locale }) => ownList(db, caller, locale),
  })

  route(app, http, getOwnAssignment, {
    load: ({ params, caller }) => authorizeOwn(db, caller, params.assignmentId),
    handle: ({ subject, locale }) => ownDetail(db, subject, locale),
  })

  route(app, http, listOwnConsents, {
    handle: async ({ caller, locale, query, request }) => {
      const order = query.ordering ?? '-acceptedAt'
      return pageOf(request, query, await ownConsents(db, caller, locale, order, sliceOf(query)))
    },
  })

  route(app, http, startAttempt, {
    load: ({ params, caller }) => authorizeOwn(db, caller, params.assignmentId),
    handle: async ({ params, body, caller, request }) => {
      const { key, ...started } = await start(db, caller, params.assignmentId, {
        accepted: body.accepted ?? [],
        declined: body.declined ?? [],
        recipients: body.recipients,
        locale: body.locale,
        device: deviceClassOf(originOf(request).userAgent),
        newDevice: body.newDevice,
        address: request.ip,
      })
      return { ...started, rescueKey: rescueKeyOf(deps.config.slipKey, key).toString('base64url') }
    },
  })

  route(app, http, startSection, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: ({ subject, params }) => openSection(db, subject, params.sectionId),
  })

  route(app, http, beginPractice, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: ({ subject, params }) => openPractice(db, subject, params.sectionId),
  })

  route(app, http, endPractice, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: ({ subject, params }) => leavePractice(db, subject, params.sectionId),
  })

  route(app, http, takeBreak, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: ({ subject }) => take(db, subject),
  })

  route(app, http, endBreak, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: ({ subject }) => leaveBreak(db, subject),
  })

  route(app, http, noteSignals, {
    load: ({ params, caller }) => authorizeAttempt(db, caller, params.assignmentId),
    handle: async ({ subject, body }) => {
      await storeSignals(db, subject, body.signals)
      return undefined
    },
  })

  submitRoute(app, deps)
}

function submitRoute(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  route(app, http, submitAttempt, {
    load: async ({ params, caller }) => {
      const withdrawn = 'attemptToken' in caller && (await withdrawnTokenOf(db, caller.attemptToken))
      if (withdrawn && withdrawn.assignment_id === params.assignmentId) return withdrawn
      return authorizeAttempt(db, caller, params.assignmentId)
    },
    handle: async ({ subject, body, request }) => {
      if ('tablet_id' in subject) {
        const saved = {
          responses: body.responses ?? {},
          epoch: body.epoch,
          readAloudUsed: body.readAloudUsed,
          autoNextUsed: body.autoNextUsed,
        }
        await holdFor(deps, request, subject, saved, true)
        // It has no receipt: nothing was handed in.
        throw new Failure('assignment_closed')
      }
      if (subject.attempt_id === null) {
        throw new Failure(subject.status === 'pending' ? 'attempt_not_started' : 'assignment_closed')
      }
      const key = {
        clientId: subject.client_id,
        attemptId: subject.attempt_id,
        versionId: subject.version_id,
      }
      // The last unsaved answers are stored first; what arrives with a repeated submit comes too late to count.
      if (body.responses !== undefined && subject.closed_by !== 'person') {
        await saveFor(deps, request, {
          testId: testIdOf(key),
          epoch: body.epoch,
          responses: body.responses,
          readAloudUsed: body.readAloudUsed,
          autoNextUsed: body.autoNextUsed,
        }).catch(unlessSubmitted)
      }
      const receipt = await handIn(db, { clientId: subject.client_id, assignmentId: subject.id })
      if (receipt === undefined) throw new Failure('assignment_closed')
      passed('test_handed_in')
      return {
        status: 'completed' as const,
        receipt,
        ...(subject.ended_by_manager && { endedByManager: true as const }),
      }
    },
  })
}

/** A repetition that ran beside the first submit finds the test handed in: it gets the receipt, not a refusal. */
function unlessSubmitted(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'attempt_submitted')) throw error
}
