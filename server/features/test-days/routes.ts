import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  acceptDelivery,
  addTestDayPeople,
  closeTestDay,
  confirmTablet,
  createTestDay,
  getTestDay,
  listKeptAttempts,
  listTestDayPeople,
  listTestDays,
  listWaitingDeliveries,
  makeSetupCodes,
  placeTestDayPerson,
  rejectDelivery,
  removeTestDayPerson,
  renewSetupCode,
  renewTestDayCode,
  renewTestDayPin,
  revokeSetupCode,
  revokeTablet,
  testDaySlips,
  updateTestDay,
} from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import { repeated } from '#server/db/repeated.ts'
import type { Deps } from '#server/deps.ts'
import { madeBy } from '#server/features/exports/made.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { idempotencyOf, once } from '#server/http/idempotency.ts'
import { pageOf, sliceOf } from '#server/http/pages.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import {
  acceptTablet,
  authorizeDay,
  closeDay,
  createDay,
  lockOpenDay,
  renewPin,
  testDayDetails,
  testDayObject,
  updateDay,
  withdrawTablet,
} from './days.ts'
import { decideDelivery } from './offline.ts'
import { addPeople, personObject, personOf, placePerson, removePerson, renewCode } from './people.ts'
import { findPeople } from './people-queries.ts'
import { findDays, findKept, lockDay } from './queries.ts'
import { addSetupCodes, replaceSetupCode, withdrawSetupCode } from './setup.ts'
import { slipsOfDay } from './slips.ts'
import { findWaiting, findWaitingOf } from './waiting-queries.ts'

const dayLoader =
  ({ db }: Deps) =>
  async ({ params, caller }: { params: { clientId: string; testDayId: string }; caller: Caller }) =>
    authorizeDay(db, await authorizeClient(db, caller, params.clientId), params.testDayId)

export function testDayRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const { slipKey } = deps.config
  const loadClient = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)
  const loadDay = dayLoader(deps)

  route(app, http, listTestDays, {
    load: loadClient,
    handle: async ({ subject, query, locale, request }) => {
      const ordering = query.ordering === 'day' ? 'day' : '-day'
      const found = await findDays(db, subject, { search: query.search, ordering }, sliceOf(query))
      const rows = []
      for (const row of found.rows) rows.push(await testDayObject(db, row, locale))
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, createTestDay, {
    load: loadClient,
    handle: async ({ subject, body, caller, locale, request }) => {
      const scope = { clientId: subject.id, call: createTestDay.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, body)
      await limitPace(db, subject.id, 'assignments')
      const by = { userId: caller.userId, address: request.ip }
      return repeated(() =>
        db.transaction().execute(async (tx) => {
          const { id } = await once(
            tx,
            idempotency,
            () => createDay(tx, subject, { body, locale, by, slipKey }),
            (stored) => z.object({ id: z.string() }).parse(stored),
          )
          return testDayDetails(tx, subject, id, { slipKey, locale })
        }),
      )
    },
  })

  route(app, http, getTestDay, {
    load: loadDay,
    handle: ({ subject, locale }) => testDayDetails(db, subject.client, subject.day.id, { slipKey, locale }),
  })

  route(app, http, updateTestDay, {
    load: loadDay,
    handle: ({ subject: { client, day }, body, caller, locale, request }) =>
      db.transaction().execute(async (tx) => {
        const by = { userId: caller.userId, address: request.ip }
        await updateDay(tx, client, day.id, { body, by })
        return testDayDetails(tx, client, day.id, { slipKey, locale })
      }),
  })

  route(app, http, closeTestDay, {
    load: loadDay,
    handle: ({ subject: { client, day }, caller, locale, request }) =>
      db.transaction().execute(async (tx) => {
        await lockDay(tx, { clientId: client.id, id: day.id })
        await closeDay(tx, client, day, { userId: caller.userId, address: request.ip })
        return testDayDetails(tx, client, day.id, { slipKey, locale })
      }),
  })

  route(app, http, listKeptAttempts, {
    load: loadDay,
    handle: async ({ subject: { client, day }, query, locale, request }) => {
      const found = await findKept(db, { clientId: client.id, id: day.id }, sliceOf(query))
      const rows = []
      for (const row of found.rows) {
        const { definition } = await getVersion(db, row.version_id)
        rows.push({
          ...{ id: row.id, membershipId: row.membership_id, name: row.name, tablet: row.tablet },
          inventory: { code: definition.code, name: definition.texts[locale].name },
          startedAt: row.started_at.toISOString(),
          receivedAt: row.received_at.toISOString(),
          ...{ answered: row.answered, submitted: row.submitted },
        })
      }
      return pageOf(request, query, { count: found.count, rows })
    },
  })
}

/** The calls about what withdrawn tablets have delivered. */
export function waitingDeliveryRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const { slipKey } = deps.config
  const loadDay = dayLoader(deps)
  const loadDelivery = async (input: {
    params: { clientId: string; testDayId: string; deliveryId: string }
    caller: Caller
  }) => {
    const { client, day } = await loadDay(input)
    const key = { clientId: client.id, testDayId: day.id, id: input.params.deliveryId }
    const delivery = await findWaiting(db, key)
    if (delivery === undefined) throw new Failure('not_found')
    return delivery
  }

  route(app, http, listWaitingDeliveries, {
    load: loadDay,
    handle: async ({ subject: { client, day }, query, locale, request }) => {
      const ordering = query.ordering ?? '-receivedAt'
      const key = { clientId: client.id, testDayId: day.id }
      const found = await findWaitingOf(db, key, { search: query.search, ordering }, sliceOf(query))
      const rows = []
      for (const row of found.rows) {
        const { definition } = await getVersion(db, row.version_id)
        rows.push({
          ...{ id: row.id, membershipId: row.membership_id, name: row.name, tablet: row.tablet },
          inventory: { code: definition.code, name: definition.texts[locale].name },
          ...{ reason: row.reason, withdrawnAt: row.withdrawn_at?.toISOString() ?? null },
          receivedAt: row.received_at.toISOString(),
          ...{ answered: row.answered, submitted: row.submitted, refused: row.refused },
          ...{ decision: row.decision, decidedAt: row.decided_at?.toISOString() ?? null },
        })
      }
      return pageOf(request, query, { count: found.count, rows })
    },
  })

  route(app, http, acceptDelivery, {
    load: loadDelivery,
    handle: async ({ subject, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      const outcome = await decideDelivery(db, slipKey, subject, { decision: 'accepted', by })
      return { outcome: outcome === 'counted' ? ('counted' as const) : ('kept' as const) }
    },
  })

  route(app, http, rejectDelivery, {
    load: loadDelivery,
    handle: async ({ subject, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await decideDelivery(db, slipKey, subject, { decision: 'rejected', by })
      return undefined
    },
  })
}

/** The calls about a day's slips, its tablets, and the PIN that opens them. */
export function testDayTabletRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const { slipKey } = deps.config
  const loadDay = dayLoader(deps)
  route(app, http, testDaySlips, {
    load: loadDay,
    handle: async ({ subject: { client, day }, query, caller, locale, request, reply }) => {
      await limitPace(db, client.id, 'sheets')
      const { publicUrl } = deps.config
      const slips = await slipsOfDay(db, client, day, { which: query, publicUrl, slipKey })
      await recordAudit(db, {
        action: 'slips_made',
        actorId: caller.userId,
        clientId: client.id,
        address: request.ip,
        details: { quantity: slips.length },
      })
      const title = translate(locale, 'slips:day.title', { place: day.place })
      const name = `${translate(locale, 'exports:file.slips')} ${madeBy(caller, client.timeZone)}.pdf`
      reply.header('content-disposition', attachment(name))
      return Buffer.from(await deps.pdf.renderSlips(slips, title, locale))
    },
  })

  route(app, http, renewTestDayPin, {
    load: loadDay,
    handle: ({ subject: { client, day }, locale }) =>
      db.transaction().execute(async (tx) => {
        await renewPin(tx, client, day.id)
        return testDayDetails(tx, client, day.id, { slipKey, locale })
      }),
  })

  route(app, http, makeSetupCodes, {
    load: loadDay,
    handle: ({ subject: { client, day }, body, caller, locale, request }) =>
      db.transaction().execute(async (tx) => {
        const by = { userId: caller.userId, address: request.ip }
        await addSetupCodes(tx, client, day.id, { quantity: body.quantity, by, slipKey })
        return testDayDetails(tx, client, day.id, { slipKey, locale })
      }),
  })

  route(app, http, renewSetupCode, {
    load: loadDay,
    handle: ({ subject: { client, day }, params, caller, locale, request }) =>
      db.transaction().execute(async (tx) => {
        const by = { userId: caller.userId, address: request.ip }
        await replaceSetupCode(tx, client, { testDayId: day.id, id: params.setupCodeId }, { by, slipKey })
        return testDayDetails(tx, client, day.id, { slipKey, locale })
      }),
  })

  route(app, http, revokeSetupCode, {
    load: loadDay,
    handle: async ({ subject: { client, day }, params, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db
        .transaction()
        .execute((tx) => withdrawSetupCode(tx, client, { day, id: params.setupCodeId, by }))
      return undefined
    },
  })

  route(app, http, confirmTablet, {
    load: loadDay,
    handle: async ({ subject: { client, day }, params, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute((tx) => acceptTablet(tx, client, day, params.tabletId, by))
      return undefined
    },
  })

  route(app, http, revokeTablet, {
    load: loadDay,
    handle: async ({ subject: { client, day }, params, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute((tx) => withdrawTablet(tx, client, day, params.tabletId, by))
      return undefined
    },
  })
}

/** The calls about single people of a day. */
export function testDayPeopleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const { slipKey } = deps.config
  const loadDay = dayLoader(deps)
  const keyOf = ({ clientId, testDayId }: { clientId: string; testDayId: string }) => ({
    clientId,
    id: testDayId,
  })
  const shown = async (params: { clientId: string; testDayId: string; membershipId: string }) => {
    const { clientId, testDayId: dayId, membershipId } = params
    return personObject(await personOf(db, { clientId, dayId, membershipId }), dayId, slipKey)
  }

  route(app, http, listTestDayPeople, {
    load: loadDay,
    handle: async ({ subject: { day }, params, query, request }) => {
      const { count, rows } = await findPeople(
        db,
        keyOf(params),
        query,
        query.ordering ?? 'name',
        sliceOf(query),
      )
      return pageOf(request, query, { count, rows: rows.map((row) => personObject(row, day.id, slipKey)) })
    },
  })

  route(app, http, addTestDayPeople, {
    load: loadDay,
    handle: async ({ subject: { client, day }, body, caller, request }) => {
      const scope = { clientId: client.id, call: addTestDayPeople.name, userId: caller.userId }
      const idempotency = idempotencyOf(request, scope, { ...body, testDayId: day.id })
      await limitPace(db, client.id, 'assignments')
      const by = { userId: caller.userId, address: request.ip }
      return repeated(() =>
        db.transaction().execute((tx) =>
          once(
            tx,
            idempotency,
            async () => {
              const chosen = await chosenMembers(tx, client, body)
              if (client.status !== 'active') throw new Failure('client_not_active')
              const locked = await lockOpenDay(tx, { clientId: client.id, id: day.id })
              return {
                added: await addPeople(tx, client, locked, { chosen, room: body.room ?? '', by, slipKey }),
              }
            },
            (stored) => addTestDayPeople.answer.json.parse(stored),
          ),
        ),
      )
    },
  })

  route(app, http, placeTestDayPerson, {
    load: loadDay,
    handle: async ({ params, body }) => {
      await db.transaction().execute(async (tx) => {
        await lockOpenDay(tx, keyOf(params))
        await placePerson(tx, { ...keyOf(params), membershipId: params.membershipId }, body.room)
      })
      return shown(params)
    },
  })

  route(app, http, removeTestDayPerson, {
    load: loadDay,
    handle: async ({ subject: { client, day }, params, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute(async (tx) => {
        await personOf(tx, { clientId: client.id, dayId: day.id, membershipId: params.membershipId })
        await removePerson(tx, client, day, { membershipId: params.membershipId, by })
      })
      return undefined
    },
  })

  route(app, http, renewTestDayCode, {
    load: loadDay,
    handle: async ({ subject: { client }, params, caller, request }) => {
      const by = { userId: caller.userId, address: request.ip }
      await db.transaction().execute(async (tx) => {
        const day = await lockOpenDay(tx, keyOf(params))
        await renewCode(tx, client, day, { membershipId: params.membershipId, by, slipKey })
      })
      return shown(params)
    },
  })
}
