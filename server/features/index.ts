import type { Route } from '#server/http/subject.ts'
import type { Job } from '#server/jobs/define.ts'
import { assignmentJobs } from './assignments/jobs.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { attemptJobs } from './attempts/jobs.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { auditJobs } from './audit/jobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { clientJobs } from './clients/jobs.ts'
import { clientRoutes } from './clients/routes.ts'
import { contactJobs } from './contact/jobs.ts'
import { contactRoutes } from './contact/routes.ts'
import { coolDownRoutes } from './cool-downs/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { definitionRoutes } from './definitions/routes.ts'
import { devRoutes } from './dev/routes.ts'
import { eftRoutes } from './eft/routes.ts'
import { enablementRoutes } from './enablements/routes.ts'
import { erasureJobs } from './erasure/jobs.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { evidenceJobs } from './evidence/jobs.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { identityJobs } from './identity/jobs.ts'
import { identityRoutes } from './identity/routes.ts'
import { inventoryRoutes } from './inventories/routes.ts'
import { invitationJobs } from './invitations/jobs.ts'
import { liveRoutes } from './live/routes.ts'
import { magicLinkJobs } from './magic-links/jobs.ts'
import { mailHistoryRoutes } from './mail-history/routes.ts'
import { orderJobs } from './orders/jobs.ts'
import { orderRoutes } from './orders/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { passwordJobs } from './passwords/jobs.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { paymentJobs } from './payments/jobs.ts'
import { paymentRoutes } from './payments/routes.ts'
import { peopleJobs } from './people/jobs.ts'
import { peopleRoutes } from './people/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { quotaRoutes } from './quotas/routes.ts'
import { registrationJobs } from './registrations/jobs.ts'
import { registrationRoutes } from './registrations/routes.ts'
import { reminderJobs } from './reminders/jobs.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestAnswerJobs } from './request-answers/jobs.ts'
import { requestJobs } from './requests/jobs.ts'
import { requestRoutes } from './requests/routes.ts'
import { resultRoutes } from './result-exports/routes.ts'
import { retentionJobs } from './retention/jobs.ts'
import { retentionRoutes } from './retention/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorJobs } from './second-factor/jobs.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionJobs } from './sessions/jobs.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { slipJobs } from './slips/jobs.ts'
import { slipRoutes } from './slips/routes.ts'
import { testDayJobs } from './test-days/codes.ts'
import { testDayRoutes } from './test-days/routes.ts'
import { userJobs } from './users/jobs.ts'
import { userRoutes } from './users/routes.ts'

/** Every route of the API. Each feature is named once. */
export const routes: readonly Route[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passwordRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...avatarRoutes,
  ...auditRoutes,
  ...clientRoutes,
  liveRoutes,
  ...billingRoutes,
  ...peopleRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
  ...requestRoutes,
  ...evidenceRoutes,
  ...identityRoutes,
  ...ownDataRoutes,
  ...mailHistoryRoutes,
  ...slipRoutes,
  ...registrationRoutes,
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
  ...testDayRoutes,
  ...boardRoutes,
  ...reminderRoutes,
  ...dashboardRoutes,
  ...attemptRoutes,
  ...reportRoutes,
  ...resultRoutes,
  ...searchRoutes,
  ...contactRoutes,
  devRoutes,
  ...healthRoutes,
]

/** Every kind of job there is: mails, other work that is added, and work by the clock. Each feature is named once. */
export const jobs: readonly Job[] = [
  ...assignmentJobs,
  ...attemptJobs,
  ...auditJobs,
  ...clientJobs,
  ...contactJobs,
  ...erasureJobs,
  ...evidenceJobs,
  ...identityJobs,
  ...invitationJobs,
  ...magicLinkJobs,
  ...orderJobs,
  ...passwordJobs,
  ...paymentJobs,
  ...peopleJobs,
  ...registrationJobs,
  ...reminderJobs,
  ...requestAnswerJobs,
  ...requestJobs,
  ...retentionJobs,
  ...secondFactorJobs,
  ...sessionJobs,
  ...slipJobs,
  ...testDayJobs,
  ...userJobs,
  ...housekeepingJobs,
]
