import type {
  enterByDayCode,
  getTabletDay,
  getTabletPackage,
  openTablet,
  registerTablet,
} from '#contract/tablets.ts'
import type { Shape } from '../api.ts'

/** The calls of a test day's tablet; as in ../api.ts, without their schemas. */
export const tabletCalls = {
  register: { method: 'POST', path: '/tablet/', has: ['token', 'day'] } as Shape<typeof registerTablet>,
  day: { method: 'GET', path: '/tablet/day/', has: ['state', 'revoked', 'serverTime'] } as Shape<
    typeof getTabletDay
  >,
  open: { method: 'POST', path: '/tablet/open/', has: ['day', 'key'] } as Shape<typeof openTablet>,
  package: { method: 'GET', path: '/tablet/package/', has: ['version', 'iv', 'data', 'codes'] } as Shape<
    typeof getTabletPackage
  >,
  enter: { method: 'POST', path: '/tablet/enter/', has: ['token', 'user'] } as Shape<typeof enterByDayCode>,
}
