import * as accessRules from './access-rules.ts'
import * as accommodations from './accommodations.ts'
import * as analyses from './analyses.ts'
import * as apiKeys from './api-keys.ts'
import * as assigning from './assigning.ts'
import * as assignmentActions from './assignment-actions.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as avatars from './avatars.ts'
import * as billing from './billing.ts'
import * as board from './board.ts'
import * as brand from './brand.ts'
import * as breaks from './breaks.ts'
import * as clientPrices from './client-prices.ts'
import * as clients from './clients.ts'
import * as colleagues from './colleagues.ts'
import * as compare from './compare.ts'
import * as consents from './consents.ts'
import * as contact from './contact.ts'
import * as dashboards from './dashboards.ts'
import * as decisions from './decisions.ts'
import * as definitions from './definitions.ts'
import * as dev from './dev.ts'
import * as differences from './differences.ts'
import * as eft from './eft.ts'
import * as enablements from './enablements.ts'
import * as erasure from './erasure.ts'
import * as evidence from './evidence.ts'
import * as exported from './exports.ts'
import * as feedback from './feedback.ts'
import * as groupReports from './group-reports.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as identityProviders from './identity-providers.ts'
import * as inventories from './inventories.ts'
import * as invitations from './invitations.ts'
import * as jobProfiles from './job-profiles.ts'
import * as jobs from './jobs.ts'
import type { Call } from './kit.ts'
import * as lateAnswers from './late-answers.ts'
import * as ledger from './ledger.ts'
import * as live from './live.ts'
import * as mailHistory from './mail-history.ts'
import * as memberships from './memberships.ts'
import * as notifications from './notifications.ts'
import * as orderDocuments from './order-documents.ts'
import * as orders from './orders.ts'
import * as ownData from './own-data.ts'
import * as participant from './participant.ts'
import * as people from './people.ts'
import * as personNotes from './person-notes.ts'
import * as previews from './previews.ts'
import * as priceList from './price-list.ts'
import * as prices from './prices.ts'
import * as quotas from './quotas.ts'
import * as recordings from './recordings.ts'
import * as registering from './registering.ts'
import * as registrations from './registrations.ts'
import * as removals from './removals.ts'
import * as reportCopies from './report-copies.ts'
import * as reportFiles from './report-files.ts'
import * as reports from './reports.ts'
import * as requests from './requests.ts'
import * as rescoring from './rescoring.ts'
import * as rescues from './rescues.ts'
import * as responses from './responses.ts'
import * as retention from './retention.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as shares from './shares.ts'
import * as signals from './signals.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as slips from './slips.ts'
import * as system from './system.ts'
import * as tablets from './tablets.ts'
import * as taxRates from './tax-rates.ts'
import * as testDays from './test-days.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const files = [
  auth,
  singleSignOn,
  identityProviders,
  secondFactor,
  sessions,
  users,
  settings,
  system,
  avatars,
  audit,
  clients,
  billing,
  live,
  people,
  removals,
  erasure,
  consents,
  retention,
  notifications,
  requests,
  evidence,
  identity,
  ownData,
  invitations,
  colleagues,
  memberships,
  mailHistory,
  slips,
  registrations,
  registering,
  inventories,
  decisions,
  definitions,
  differences,
  rescoring,
  analyses,
  personNotes,
  previews,
  recordings,
  prices,
  clientPrices,
  taxRates,
  enablements,
  quotas,
  ledger,
  priceList,
  orders,
  apiKeys,
  orderDocuments,
  eft,
  assignments,
  exported,
  groupReports,
  assigning,
  assignmentActions,
  accommodations,
  accessRules,
  lateAnswers,
  testDays,
  tablets,
  board,
  brand,
  rescues,
  dashboards,
  participant,
  breaks,
  responses,
  signals,
  reports,
  feedback,
  reportFiles,
  reportCopies,
  jobs,
  shares,
  webhooks,
  compare,
  jobProfiles,
  search,
  contact,
  dev,
  health,
]

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/**
 * Every call of the API. The architecture test compares it with the routes, the OpenAPI document and the denial tests.
 */
export const calls: readonly Call[] = files.flatMap((file) => Object.values(file).filter(isCall))
