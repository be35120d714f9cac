import type { Route } from '#server/http/subject.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { responseRoutes } from './attempts/save-routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { coolDownRoutes } from './cool-downs/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { definitionRoutes } from './definitions/routes.ts'
import { devRoutes } from './dev/routes.ts'
import { eftRoutes } from './eft/routes.ts'
import { enablementRoutes } from './enablements/routes.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { metricsRoutes } from './health/metrics.ts'
import { healthRoutes } from './health/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { inventoryRoutes } from './inventories/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { mailHistoryRoutes } from './mail-history/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { quotaRoutes } from './quotas/routes.ts'
import { registeringRoutes } from './registrations/guest-routes.ts'
import { registrationRoutes } from './registrations/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { resultRoutes } from './result-exports/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { slipRoutes } from './slips/routes.ts'
import {
  testDayPeopleRoutes,
  testDayRoutes,
  testDayTabletRoutes,
  waitingDeliveryRoutes,
} from './test-days/routes.ts'
import { tabletRoutes } from './test-days/tablet-routes.ts'
import { userRoutes } from './users/routes.ts'

/** Every route of the API. Each feature is named once. */
export const routes: readonly Route[] = [
  signInRoutes,
  ...sessionRoutes,
  secondFactorRoutes,
  passwordRoutes,
  ...userRoutes,
  ...settingsRoutes,
  avatarRoutes,
  auditRoutes,
  ...clientRoutes,
  liveRoutes,
  ...billingRoutes,
  ...peopleRoutes,
  erasureRoutes,
  retentionRoutes,
  requestRoutes,
  evidenceRoutes,
  identityRoutes,
  ownDataRoutes,
  ...mailHistoryRoutes,
  slipRoutes,
  registrationRoutes,
  registeringRoutes,
  ...inventoryRoutes,
  ...definitionRoutes,
  ...enablementRoutes,
  ...coolDownRoutes,
  ...quotaRoutes,
  ...priceRoutes,
  ...orderRoutes,
  ...eftRoutes,
  ...paymentRoutes,
  ...assignmentRoutes,
  testDayRoutes,
  testDayPeopleRoutes,
  testDayTabletRoutes,
  waitingDeliveryRoutes,
  tabletRoutes,
  ...boardRoutes,
  ...reminderRoutes,
  ...dashboardRoutes,
  attemptRoutes,
  responseRoutes,
  reportRoutes,
  resultRoutes,
  ...searchRoutes,
  ...contactRoutes,
  devRoutes,
  healthRoutes,
  metricsRoutes,
]
