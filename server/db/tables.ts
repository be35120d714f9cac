import type {
  AuditEntries,
  AuditRenamings,
  AuditSeals,
  Avatars,
  DemoMails,
  IdentityCodes,
  InstallationKeys,
  KnownDevices,
  OneTimeLinks,
  PersonMails,
  PlatformSettings,
  RecoveryCodes,
  SecondFactors,
  Sessions,
  SignInChallenges,
  Throttles,
  Users,
} from './account-tables.ts'
import type { BankMappings, BankStatementLines, BankStatements } from './bank-tables.ts'
import type {
  ApiKeys,
  ClientBilling,
  ClientBrands,
  Clients,
  CoolDowns,
  EnablementHistory,
  Erasures,
  FeedbackTests,
  FileJobs,
  FileParts,
  IdempotencyKeys,
  IdentityDomains,
  IdentityProviders,
  InventoryEnablements,
  InvitationJobs,
  JobProfiles,
  Memberships,
  NotificationSettings,
  PeopleDecisions,
  PersonRequests,
  ProviderIdentities,
  ProviderSignIns,
  QuotaEntries,
  QuotaNotifications,
  Quotas,
  RecipientHistory,
  Registrants,
  RegistrationChecks,
  Registrations,
  ReportCopies,
  ReportRecipients,
  RetentionFormer,
  RetentionPeriods,
  RetentionRuns,
  RetentionTests,
  ShareOpenings,
  ShareReports,
  Shares,
  Tallies,
  TallyChanges,
  WebhookDeliveries,
  Webhooks,
} from './client-tables.ts'
import type {
  ClientPrices,
  InvoiceSeries,
  Invoices,
  OrderEvents,
  OrderLines,
  Orders,
  PaymentNotices,
  Payments,
  Refunds,
  TaxRates,
} from './order-tables.ts'
import type {
  Analyses,
  AnalysisSnapshots,
  AssignmentNotes,
  Assignments,
  AttemptBreaks,
  AttemptPresence,
  AttemptSections,
  AttemptSignals,
  Attempts,
  AttemptTokens,
  Consents,
  HeldAnswers,
  Inventories,
  InventoryDrafts,
  InventoryOffers,
  InventoryVersions,
  KeptAttempts,
  PriceTiers,
  Recordings,
  Reminders,
  Responses,
  ResultScores,
  Results,
  SetupCodes,
  TabletCodes,
  Tablets,
  TestDayPeople,
  TestDays,
  WaitingDeliveries,
} from './test-tables.ts'

/** The rows of every table, as migrations/ make them. */
export interface Tables {
  users: Users
  sessions: Sessions
  avatars: Avatars
  identity_codes: IdentityCodes
  known_devices: KnownDevices
  one_time_links: OneTimeLinks
  person_mails: PersonMails
  audit_entries: AuditEntries
  audit_renamings: AuditRenamings
  audit_seals: AuditSeals
  second_factors: SecondFactors
  recovery_codes: RecoveryCodes
  sign_in_challenges: SignInChallenges
  platform_settings: PlatformSettings
  installation_keys: InstallationKeys
  throttles: Throttles
  inventories: Inventories
  inventory_versions: InventoryVersions
  inventory_drafts: InventoryDrafts
  analyses: Analyses
  analysis_snapshots: AnalysisSnapshots
  inventory_offers: InventoryOffers
  recordings: Recordings
  demo_mails: DemoMails
  clients: Clients
  client_billing: ClientBilling
  client_brands: ClientBrands
  memberships: Memberships
  people_decisions: PeopleDecisions
  cool_downs: CoolDowns
  feedback_tests: FeedbackTests
  erasures: Erasures
  person_requests: PersonRequests
  retention: RetentionPeriods
  retention_former: RetentionFormer
  retention_runs: RetentionRuns
  retention_tests: RetentionTests
  inventory_enablements: InventoryEnablements
  report_recipients: ReportRecipients
  enablement_history: EnablementHistory
  recipient_history: RecipientHistory
  quotas: Quotas
  quota_entries: QuotaEntries
  assignments: Assignments
  attempts: Attempts
  attempt_tokens: AttemptTokens
  attempt_presence: AttemptPresence
  assignment_notes: AssignmentNotes
  kept_attempts: KeptAttempts
  waiting_deliveries: WaitingDeliveries
  test_days: TestDays
  setup_codes: SetupCodes
  test_day_people: TestDayPeople
  tablets: Tablets
  tablet_codes: TabletCodes
  attempt_sections: AttemptSections
  attempt_breaks: AttemptBreaks
  attempt_signals: AttemptSignals
  responses: Responses
  held_answers: HeldAnswers
  result_scores: ResultScores
  results: Results
  reminders: Reminders
  consents: Consents
  idempotency_keys: IdempotencyKeys
  invitation_jobs: InvitationJobs
  file_jobs: FileJobs
  file_parts: FileParts
  report_copies: ReportCopies
  registrations: Registrations
  job_profiles: JobProfiles
  notification_settings: NotificationSettings
  quota_notifications: QuotaNotifications
  api_keys: ApiKeys
  shares: Shares
  share_reports: ShareReports
  share_openings: ShareOpenings
  webhooks: Webhooks
  identity_providers: IdentityProviders
  identity_domains: IdentityDomains
  provider_identities: ProviderIdentities
  provider_sign_ins: ProviderSignIns
  webhook_deliveries: WebhookDeliveries
  registrants: Registrants
  registration_checks: RegistrationChecks
  price_tiers: PriceTiers
  tallies: Tallies
  tally_changes: TallyChanges
  tax_rates: TaxRates
  client_prices: ClientPrices
  orders: Orders
  order_lines: OrderLines
  order_events: OrderEvents
  payments: Payments
  payment_notices: PaymentNotices
  invoice_series: InvoiceSeries
  invoices: Invoices
  refunds: Refunds
  bank_statements: BankStatements
  bank_statement_lines: BankStatementLines
  bank_mappings: BankMappings
}
