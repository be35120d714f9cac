import type { FastifyInstance } from 'fastify'
import {
  deliverOfflineAttempt,
  enterByDayCode,
  getTabletDay,
  getTabletPackage,
  openTablet,
  registerTablet,
} from '#contract/tablets.ts'
import type { Deps } from '#server/deps.ts'
import type { TabletCaller } from '#server/http/caller.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { deliver } from './offline.ts'
import { sealedPackage } from './package.ts'
import { register } from './setup.ts'
import { authorizeTablet, enter, open, tabletDay } from './tablets.ts'

export function tabletRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http } = deps
  const { slipKey } = deps.config
  const load = ({ caller }: { caller: TabletCaller }) => authorizeTablet(db, caller.tabletToken)

  route(app, http, registerTablet, {
    handle: async ({ body, locale, request }) => {
      const token = await register(db, slipKey, body, request.ip)
      return { token, day: await tabletDay(db, slipKey, await authorizeTablet(db, token), locale) }
    },
  })
  route(app, http, getTabletDay, {
    load,
    handle: ({ subject, locale }) => tabletDay(db, slipKey, subject, locale),
  })
  route(app, http, openTablet, {
    load,
    handle: async ({ subject, body, locale, caller, request }) => {
      const opened = await open(db, slipKey, subject, { pin: body.pin, address: request.ip })
      const now = await authorizeTablet(db, caller.tabletToken)
      return { ...opened, day: await tabletDay(db, slipKey, now, locale) }
    },
  })
  route(app, http, getTabletPackage, {
    load,
    handle: ({ subject }) => {
      // What a tablet prepares ends with its day, and with its right to it.
      if (subject.day.state === 'over' || subject.tablet.revoked_at !== null)
        throw new Failure('test_day_over')
      return sealedPackage(db, slipKey, subject)
    },
  })
  route(app, http, enterByDayCode, {
    load,
    handle: ({ subject, body, locale, request }) =>
      enter(db, slipKey, subject, { code: body.code, locale, origin: originOf(request) }),
  })
  route(app, http, deliverOfflineAttempt, {
    load,
    handle: ({ subject, body, request }) => {
      const { address, userAgent } = originOf(request)
      return deliver(db, slipKey, subject, {
        ...{ body, address, device: deviceClassOf(userAgent), sent: Object(request.body) },
      })
    },
  })
}
