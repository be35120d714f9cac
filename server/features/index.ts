import type { Route } from '#server/http/subject.ts'
import type { Job } from '#server/jobs/define.ts'
import { avatarRoutes } from './access/avatars/routes.ts'
import { identityJobs } from './access/identity/jobs.ts'
import { identityRoutes } from './access/identity/routes.ts'
import { magicLinkJobs } from './access/magic-links/jobs.ts'
import { passwordJobs } from './access/passwords/jobs.ts'
import { passwordRoutes } from './access/passwords/routes.ts'
import { secondFactorJobs } from './access/second-factor/jobs.ts'
import { secondFactorRoutes } from './access/second-factor/routes.ts'
import { sessionJobs } from './access/sessions/jobs.ts'
import { sessionRoutes } from './access/sessions/routes.ts'
import { settingsRoutes } from './access/settings/routes.ts'
import { signInRoutes } from './access/sign-in/routes.ts'
import { singleSignOnRoutes } from './access/single-sign-on/routes.ts'
import { userJobs } from './access/users/jobs.ts'
import { userRoutes } from './access/users/routes.ts'
import { coolDownRoutes } from './assignments/cool-downs/routes.ts'
import { jobProfileRoutes } from './assignments/job-profiles/routes.ts'
import { assignmentJobs } from './assignments/jobs.ts'
import { reminderJobs } from './assignments/reminders/jobs.ts'
import { reminderRoutes } from './assignments/reminders/routes.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { auditJobs } from './audit/jobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { brandRoutes } from './clients/brand/routes.ts'
import { clientJobs } from './clients/jobs.ts'
import { clientRoutes } from './clients/routes.ts'
import { definitionRoutes } from './definitions/routes.ts'
import { attemptJobs } from './delivery/attempts/jobs.ts'
import { attemptRoutes } from './delivery/attempts/routes.ts'
import { feedbackJobs } from './delivery/feedback/jobs.ts'
import { feedbackTestRoutes } from './delivery/feedback/routes.ts'
import { enablementRoutes } from './enablements/routes.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { apiKeyRoutes } from './integrations/keys/routes.ts'
import { webhookJobs } from './integrations/webhooks/jobs.ts'
import { webhookRoutes } from './integrations/webhooks/routes.ts'
import { inventoryRoutes } from './inventories/routes.ts'
import { analysisJobs } from './measurement/analyses/analyses.ts'
import { analysisRoutes } from './measurement/analyses/routes.ts'
import { invitationJobs } from './memberships/invitations/jobs.ts'
import { notificationJobs } from './notifications/jobs.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { billingRoutes } from './orders/billing/routes.ts'
import { eftRoutes } from './orders/eft/routes.ts'
import { orderJobs } from './orders/jobs.ts'
import { priceRoutes } from './orders/prices/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentJobs } from './payments/jobs.ts'
import { paymentRoutes } from './payments/routes.ts'
import { colleagueRoutes } from './people/colleagues/routes.ts'
import { peopleJobs } from './people/jobs.ts'
import { mailHistoryRoutes } from './people/mail-history/routes.ts'
import { registrationJobs } from './people/registrations/jobs.ts'
import { registrationRoutes } from './people/registrations/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { slipJobs } from './people/slips/jobs.ts'
import { slipRoutes } from './people/slips/routes.ts'
import { backupJobs } from './platform/backups/jobs.ts'
import { contactJobs } from './platform/contact/jobs.ts'
import { contactRoutes } from './platform/contact/routes.ts'
import { devRoutes } from './platform/dev/routes.ts'
import { healthRoutes } from './platform/health/routes.ts'
import { liveRoutes } from './platform/live/routes.ts'
import { searchRoutes } from './platform/search/routes.ts'
import { systemRoutes } from './platform/system/routes.ts'
import { erasureJobs } from './privacy/erasure/jobs.ts'
import { erasureRoutes } from './privacy/erasure/routes.ts'
import { evidenceJobs } from './privacy/evidence/jobs.ts'
import { evidenceRoutes } from './privacy/evidence/routes.ts'
import { ownDataRoutes } from './privacy/own-data/routes.ts'
import { requestAnswerJobs } from './privacy/request-answers/jobs.ts'
import { requestJobs } from './privacy/requests/jobs.ts'
import { requestRoutes } from './privacy/requests/routes.ts'
import { retentionJobs } from './privacy/retention/jobs.ts'
import { retentionRoutes } from './privacy/retention/routes.ts'
import { proofJobs } from './proof/jobs.ts'
import { quotaRoutes } from './quota/routes.ts'
import { reportFileJobs } from './results/bulk/jobs.ts'
import { reportFileRoutes } from './results/bulk/routes.ts'
import { compareRoutes } from './results/compare/routes.ts'
import { copyRoutes } from './results/copies/routes.ts'
import { dashboardRoutes } from './results/dashboards/routes.ts'
import { resultRoutes } from './results/exports/routes.ts'
import { feedbackRoutes } from './results/feedback/routes.ts'
import { groupReportRoutes } from './results/group-reports/routes.ts'
import { reportRoutes } from './results/reports/routes.ts'
import { shareRoutes } from './results/shares/routes.ts'
import { boardRoutes } from './test-days/board/routes.ts'
import { testDayJobs } from './test-days/codes.ts'
import { testDayRoutes } from './test-days/routes.ts'

/** Every route of the API. Each feature is named once. */
export const routes: readonly Route[] = [
  ...signInRoutes,
  ...singleSignOnRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passwordRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...avatarRoutes,
  ...auditRoutes,
  ...clientRoutes,
  ...brandRoutes,
  liveRoutes,
  ...billingRoutes,
  ...peopleRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
  ...notificationRoutes,
  ...requestRoutes,
  ...evidenceRoutes,
  ...identityRoutes,
  ...ownDataRoutes,
  ...mailHistoryRoutes,
  ...colleagueRoutes,
  ...slipRoutes,
  ...registrationRoutes,
  ...inventoryRoutes,
  ...definitionRoutes,
  ...analysisRoutes,
  ...enablementRoutes,
  ...coolDownRoutes,
  ...feedbackTestRoutes,
  ...jobProfileRoutes,
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
  ...feedbackRoutes,
  ...groupReportRoutes,
  ...reportFileRoutes,
  ...copyRoutes,
  ...shareRoutes,
  ...webhookRoutes,
  ...compareRoutes,
  ...resultRoutes,
  ...apiKeyRoutes,
  ...searchRoutes,
  ...contactRoutes,
  devRoutes,
  ...healthRoutes,
  ...systemRoutes,
]

/** Every kind of job there is: mails, other work that is added, and work by the clock. Each feature is named once. */
export const jobs: readonly Job[] = [
  ...assignmentJobs,
  ...analysisJobs,
  ...attemptJobs,
  ...feedbackJobs,
  ...auditJobs,
  ...backupJobs,
  ...clientJobs,
  ...contactJobs,
  ...erasureJobs,
  ...evidenceJobs,
  ...identityJobs,
  ...invitationJobs,
  ...magicLinkJobs,
  ...notificationJobs,
  ...orderJobs,
  ...passwordJobs,
  ...paymentJobs,
  ...proofJobs,
  ...peopleJobs,
  ...registrationJobs,
  ...reminderJobs,
  ...requestAnswerJobs,
  ...requestJobs,
  ...retentionJobs,
  ...secondFactorJobs,
  ...sessionJobs,
  ...slipJobs,
  ...reportFileJobs,
  ...testDayJobs,
  ...userJobs,
  ...webhookJobs,
  ...housekeepingJobs,
]
