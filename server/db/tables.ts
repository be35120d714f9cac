import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Moment = ColumnType<Date, Date | undefined, Date>
type MaybeMoment = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json = JSONColumnType<object>
type Locale = 'tr' | 'en'

interface Users {
  id: string
  public_id: string
  email: string | null
  name: string
  phone: Generated<string>
  avatar: Generated<string>
  password_hash: string | null
  authority: Generated<('admin' | 'superuser')[]>
  locale: Locale
  time_zone: Generated<string>
  email_verified_at: MaybeMoment
  deactivated_at: MaybeMoment
  created_at: Moment
}

interface Sessions {
  token_hash: Buffer
  id: string
  user_id: string
  invitation_client_id: string | null
  remembered: Generated<boolean>
  user_agent: Generated<string>
  created_at: Moment
  seen_at: Moment
  expires_at: ColumnType<Date, Date, Date>
}

interface Avatars {
  user_id: string
  public_id: string
  image: Buffer
  created_at: Moment
}

interface KnownDevices {
  user_id: string
  fingerprint: Buffer
  seen_at: Moment
}

interface OneTimeLinks {
  token_hash: Buffer
  user_id: string
  purpose: 'magic' | 'manager_invitation' | 'invitation' | 'reset' | 'verification' | 'admin_magic'
  client_id: string | null
  email: string | null
  created_at: Moment
  created_by: string | null
  expires_at: ColumnType<Date, Date, Date>
  used_at: MaybeMoment
}

interface AuditEntries {
  id: string
  at: Moment
  action: string
  reason: string | null
  actor_id: string | null
  subject_id: string | null
  client_id: string | null
  address: Generated<string>
  details: ColumnType<Record<string, unknown>, string, never>
}

interface SecondFactors {
  user_id: string
  secret: Buffer
  sealed: boolean
  confirmed_at: MaybeMoment
  last_step: Generated<number>
}

interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
  used_at: MaybeMoment
}

interface SignInChallenges {
  token_hash: Buffer
  user_id: string
  purpose: 'code' | 'setup'
  way: string
  remembered: boolean
  tries: Generated<number>
  expires_at: ColumnType<Date, Date, Date>
}

interface PlatformSettings {
  only_row: Generated<boolean>
  require_second_factor: Generated<'none' | 'managers'>
}

interface Throttles {
  key: string
  window_start: Date
  count: number
}

interface Inventories {
  id: string
  code: string
  created_at: Moment
}

interface InventoryVersions {
  id: string
  inventory_id: string
  number: number
  content_hash: string
  definition: Json
  published_at: Moment
}

interface InventoryDrafts {
  code: string
  number: number
  definition: Json
  imported_at: Moment
}

interface DemoMails {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  links: string[]
  kind: string
  sent_at: Moment
}

interface Clients {
  id: string
  name: string
  email: string
  phone: string
  status: 'pending' | 'active' | 'suspended'
  time_zone: Generated<string>
  created_at: Moment
  created_by: string | null
  /** Who opened it by the company form; null for one that an operator opened. */
  applied_by: Generated<string | null>
  /** How many days before a test is due its person is reminded. */
  reminder_days: Generated<number[]>
}

interface ClientBilling {
  client_id: string
  title: string
  tax_office: string
  tax_number: string
  name: string
  surname: string
  identity_number: string
  address: string
  district: string
  city: string
  country: string
  email: string
  phone: string
  updated_at: Moment
  updated_by: string
}

interface Memberships {
  client_id: string
  id: string
  user_id: string
  role: 'manager' | 'candidate' | 'employee'
  name: string
  phone: Generated<string>
  staff_number: Generated<string>
  group_name: Generated<string>
  search_text: string
  joined_at: Moment
  removed_at: MaybeMoment
  removed_by: string | null
}

interface InventoryEnablements {
  client_id: string
  inventory_id: string
  legal_basis: string
  enabled_at: Moment
  enabled_by: string
}

interface ReportRecipients {
  client_id: string
  inventory_id: string
  user_id: string
  named_at: Moment
  named_by: string
}

interface Quotas {
  client_id: string
  inventory_id: string
  available: number
  purchased: number
}

interface QuotaEntries {
  client_id: string
  id: string
  inventory_id: string
  quantity: number
  kind: 'addition' | 'assignment' | 'return'
  assignment_id: string | null
  reason: Generated<string>
  created_at: Moment
  created_by: string | null
}

interface Assignments {
  client_id: string
  id: string
  membership_id: string
  user_id: string
  inventory_id: string
  version_id: string
  description: Generated<string>
  locale: Locale
  /** A calendar day in the client's time zone. */
  due_date: string | null
  status: Generated<'pending' | 'completed' | 'expired' | 'cancelled'>
  created_at: Moment
  created_by: string
  started_at: MaybeMoment
  ended_at: MaybeMoment
  end_reason: 'cancelled' | 'removed' | 'consent_refused' | 'past_due' | null
}

interface Attempts {
  client_id: string
  id: string
  assignment_id: string
  user_id: string
  version_id: string
  locale: Locale
  epoch: Generated<number>
  started_at: Moment
  deadline: MaybeMoment
  closed_at: MaybeMoment
  closed_by: 'person' | 'time' | 'cancelled' | null
  receipt: string | null
}

interface AttemptTokens {
  client_id: string
  attempt_id: string
  token_hash: Buffer
  created_at: Moment
}

interface AttemptSections {
  client_id: string
  attempt_id: string
  section_id: string
  started_at: Moment
  deadline: ColumnType<Date, Date, Date>
}

interface Responses {
  client_id: string
  attempt_id: string
  item_id: string
  late: boolean
  epoch: number
  seq: number
  value: ColumnType<unknown, string, string>
  answered_at: MaybeMoment
  elapsed_ms: number | null
  stored_at: Moment
}

interface Results {
  client_id: string
  attempt_id: string
  assignment_id: string
  version_id: string
  group_name: Generated<string>
  scores: Json
  scored_at: Moment
  late_decision: ColumnType<
    'accepted' | 'left' | null,
    'accepted' | 'left' | null | undefined,
    'accepted' | 'left'
  >
  late_decided_at: MaybeMoment
  late_decided_by: ColumnType<string | null, string | null | undefined, string>
}

interface Reminders {
  client_id: string
  id: string
  assignment_id: string
  membership_id: string
  due_date: string | null
  days_before: number | null
  created_at: Moment
  created_by: string | null
  send_at: ColumnType<Date, Date, Date>
  sent_at: MaybeMoment
}

interface Consents {
  client_id: string
  assignment_id: string
  notice_id: string
  notice_version: number
  kind: 'information' | 'explicit_consent'
  user_id: string
  version_id: string
  locale: Locale
  accepted_at: Moment
}

interface Tallies {
  client_id: string
  what: string
  day: string
  inventory_id: string
  count: number
}

interface TallyChanges extends Tallies {
  id: Generated<string>
}

interface InvitationJobs {
  client_id: string
  id: string
  created_by: string
  created_at: Moment
  finished_at: MaybeMoment
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>
  total: number
  done: Generated<number>
  request: string
  address: string
  result: ColumnType<unknown, string | null | undefined, string | null>
  counts: ColumnType<unknown, string | null | undefined, string | null>
  problem: ColumnType<unknown, string | null | undefined, string | null>
}

interface PriceTiers {
  inventory_id: string
  from_quantity: number
  unit_price_kurus: number
}

interface IdempotencyKeys {
  client_id: string
  call: string
  key: string
  user_id: string
  body_hash: Buffer
  status: number | null
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Moment
}

/** The rows of every table, as migrations/ make them. */
export interface Tables {
  users: Users
  sessions: Sessions
  avatars: Avatars
  known_devices: KnownDevices
  one_time_links: OneTimeLinks
  audit_entries: AuditEntries
  second_factors: SecondFactors
  recovery_codes: RecoveryCodes
  sign_in_challenges: SignInChallenges
  platform_settings: PlatformSettings
  throttles: Throttles
  inventories: Inventories
  inventory_versions: InventoryVersions
  inventory_drafts: InventoryDrafts
  demo_mails: DemoMails
  clients: Clients
  client_billing: ClientBilling
  memberships: Memberships
  inventory_enablements: InventoryEnablements
  report_recipients: ReportRecipients
  quotas: Quotas
  quota_entries: QuotaEntries
  assignments: Assignments
  attempts: Attempts
  attempt_tokens: AttemptTokens
  attempt_sections: AttemptSections
  responses: Responses
  results: Results
  reminders: Reminders
  consents: Consents
  idempotency_keys: IdempotencyKeys
  invitation_jobs: InvitationJobs
  price_tiers: PriceTiers
  tallies: Tallies
  tally_changes: TallyChanges
}
