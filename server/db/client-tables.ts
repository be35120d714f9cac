import type { ColumnType, Generated } from 'kysely'
import type { Scope } from '#contract/access.ts'
import type { ExportPurpose } from '#contract/assignments.ts'
import type { TargetRange } from '#contract/job-profiles.ts'
import type { FinishedPace } from '#contract/notifications.ts'
import type { LegalGround, ShareShow } from '#contract/shares.ts'
import type { DeviceClass } from '#contract/signals.ts'
import type { WebhookDelivery, WebhookEvent, WebhookOffReason, WebhookProblem } from '#contract/webhooks.ts'
import type { Json, MaybeMoment, Moment } from './columns.ts'

// Clients, their people and their quota.

export interface Clients {
  id: string
  name: string
  email: string
  phone: string
  status: 'pending' | 'active' | 'suspended'
  time_zone: Generated<string>
  created_at: Moment
  created_by: string | null
  /** The person who opened it by the company form; null for one that an operator opened. */
  applied_by: Generated<string | null>
  /** The numbers of days before a test is due on which its person is reminded. */
  reminder_days: Generated<number[]>
  /** Screens preselect the due date this many days after today. */
  default_due_days: Generated<number>
  reports_show_adjusted_time: Generated<boolean>
  support_contact: Generated<string>
  /** False where only the platform's admins invite managers. */
  managers_invite: Generated<boolean>
  /** The client of the installation's own test. */
  synthetic: Generated<boolean>
}

/** The own look and words of a client. */
export interface ClientBrands {
  client_id: string
  /** `#rrggbb`; empty for the platform's. */
  color: Generated<string>
  sender_name: Generated<string>
  intro_tr: Generated<string>
  intro_en: Generated<string>
  thanks_tr: Generated<string>
  thanks_en: Generated<string>
  /** A PNG. */
  logo: Generated<Buffer | null>
  logo_id: Generated<string | null>
  logo_width: Generated<number | null>
  logo_height: Generated<number | null>
}

export interface ClientBilling {
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

export interface Memberships {
  client_id: string
  id: string
  user_id: string
  role: 'manager' | 'candidate' | 'employee'
  name: string
  /** The address that this client knows; the account may have another one. */
  email: Generated<string | null>
  phone: Generated<string>
  staff_number: Generated<string>
  /** Above 0 for those who had another spelling of somebody's number when spellings became one. */
  staff_number_twin: Generated<number>
  group_name: Generated<string>
  search_text: string
  joined_at: Moment
  removed_at: MaybeMoment
  removed_by: string | null
  erased_at: MaybeMoment
  /** Set while nothing of them may be erased, as are the next two. */
  held_at: MaybeMoment
  held_by: Generated<string | null>
  hold_reason: Generated<string>
  erasure_announced: MaybeMoment
  /** The newest of `people_decisions`. */
  decision: Generated<Decision>
  /** A manager who sees results and changes nothing. */
  reader: Generated<boolean>
  /** The groups whose people a reader sees; null for all. */
  reader_groups: Generated<string[] | null>
}

type Decision = 'none' | 'shortlisted' | 'hired' | 'declined'

export interface PeopleDecisions {
  client_id: string
  id: string
  membership_id: string
  decision: Decision
  note: Generated<string>
  decided_at: Moment
  decided_by: string
}

export interface Erasures {
  client_id: string
  subject: Buffer
  what: 'person' | 'test' | 'scale'
  reason: 'manager' | 'request' | 'withdrawal' | 'retention' | 'restore' | 'restricted'
  erased_at: Moment
  counts: ColumnType<Record<string, number>, string, string>
}

export interface RetentionPeriods {
  client_id: string
  candidate_months: number
  employee_months: number
  sensitive_months: number
}

/** Periods that a change has replaced; a trigger writes them. */
export interface RetentionFormer {
  client_id: string
  replaced_at: Date
  candidate_months: number
  employee_months: number
  sensitive_months: number
  tests: Record<string, number>
}

export interface RetentionTests {
  client_id: string
  inventory_id: string
  months: number
}

export interface RetentionRuns {
  client_id: string
  id: string
  ran_at: Moment
  tests: number
  people: number
  held: number
  scales: Generated<number>
}

export interface PersonRequests {
  client_id: string
  id: string
  membership_id: string
  kind: 'access' | 'rectification' | 'withdrawal' | 'erasure' | 'objection'
  /** The test that an objection is about. */
  assignment_id: Generated<string | null>
  message: Generated<string>
  channel: Generated<'page' | 'letter' | 'phone' | 'in_person' | 'mail'>
  /** The day on which it came to the desk. */
  received_on: Generated<string | null>
  entered_by: Generated<string | null>
  locale: 'tr' | 'en'
  created_at: Moment
  due_at: ColumnType<Date, Date, Date>
  /** The way in which the person's identity was checked; null until it is. */
  identity: Generated<'code' | 'password' | 'document' | 'call' | 'other' | null>
  identity_at: MaybeMoment
  identity_by: Generated<string | null>
  identity_note: Generated<string>
  /** The address that the desk's check has shown to be the person's own. */
  identity_email: Generated<string | null>
  decision: Generated<'accepted' | 'refused' | null>
  reason: Generated<string>
  decided_at: MaybeMoment
  decided_by: Generated<string | null>
  answered_by: Generated<'mail' | 'hand' | null>
  /** The last reminder of the deadline. */
  reminded: Generated<'week' | 'day' | 'overdue' | null>
}

export interface InventoryEnablements {
  client_id: string
  inventory_id: string
  legal_basis: string
  purpose: Generated<string>
  for_candidates: Generated<boolean>
  enabled_at: Moment
  enabled_by: string
}

export interface CoolDowns {
  client_id: string
  inventory_id: string
  days: number
}

export interface FeedbackTests {
  client_id: string
  inventory_id: string
}

export interface ReportRecipients {
  client_id: string
  inventory_id: string
  user_id: string
  named_at: Moment
  named_by: string
  clinician: Generated<boolean>
}

/** Written by triggers alone, as is the next one. */
export interface EnablementHistory {
  client_id: string
  id: Generated<string>
  inventory_id: string
  since: Moment
  until: MaybeMoment
  enabled_by: string
  terms: Json
}

export interface RecipientHistory {
  client_id: string
  id: Generated<string>
  inventory_id: string
  user_id: string
  since: Moment
  until: MaybeMoment
  named_by: string
  terms: Json
}

export interface NotificationSettings {
  client_id: string
  membership_id: string
  finished: Generated<FinishedPace>
  finished_until: Moment
  finished_mailed_at: MaybeMoment
  quota: Generated<boolean>
  requests: Generated<boolean>
  transfers: Generated<boolean>
  transfers_until: Moment
}

export interface QuotaNotifications {
  client_id: string
  membership_id: string
  inventory_id: string
  units: number | null
  low: Generated<boolean>
}

export interface Quotas {
  client_id: string
  inventory_id: string
  available: number
  purchased: number
}

export interface QuotaEntries {
  client_id: string
  id: string
  inventory_id: string
  quantity: number
  kind: 'addition' | 'assignment' | 'return' | 'purchase' | 'refund' | 'reservation' | 'release'
  /** The assignment; null for a reserved unit until it has one. */
  assignment_id: string | null
  order_id: Generated<string | null>
  registration_id: Generated<string | null>
  /** The units of the inventory that are left after it; null in entries of an earlier version. */
  balance: number | null
  /** The id that the entries of one command have in common. */
  command_id: string
  /** The first of its command's in its inventory. */
  opens: boolean
  reason: Generated<string>
  created_at: Moment
  created_by: string | null
}

export interface Tallies {
  client_id: string
  what: string
  day: string
  inventory_id: string
  count: number
}

export interface TallyChanges extends Tallies {
  id: Generated<string>
}

export interface InvitationJobs {
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

export interface FileJobs {
  client_id: string
  id: string
  kind: 'slips' | 'evidence' | 'reports'
  created_by: string
  created_at: Moment
  finished_at: MaybeMoment
  expires_at: Moment
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>
  total: Generated<number>
  done: Generated<number>
  request: string
  address: string
  file: Buffer | null
  problem: ColumnType<unknown, string | null | undefined, string | null>
  facts: ColumnType<unknown, string | undefined, string>
}

export interface FileParts {
  client_id: string
  job_id: string
  place: number
  /** Null of what the file has beside its reports. */
  assignment_id: string | null
  copy_id: string | null
  sha256: Buffer | null
  entry: Buffer | null
  bytes: Buffer | null
}

export interface ReportCopies {
  client_id: string
  id: string
  assignment_id: string
  sha256: Buffer
  made_at: Moment
}

export interface JobProfiles {
  client_id: string
  id: string
  inventory_id: string
  version_id: string
  name: string
  ranges: ColumnType<TargetRange[], string, string>
  people: number | null
  created_at: Moment
  created_by: string
  changed_at: Moment
  changed_by: string
  archived_at: MaybeMoment
}

export interface ApiKeys {
  client_id: string
  /** The id of its row in `users`. */
  id: string
  name: string
  secret_hash: Buffer
  ending: string
  scopes: Scope[]
  networks: Generated<string[]>
  created_at: Moment
  created_by: string
  expires_at: ColumnType<Date, Date, Date>
  last_used_at: MaybeMoment
  revoked_at: MaybeMoment
  revoked_by: Generated<string | null>
}

export interface Shares {
  client_id: string
  id: string
  token_hash: Buffer
  pin_hash: Buffer
  wrong_pins: Generated<number>
  show: ShareShow
  recipient: string
  /** Null for somebody within the organisation. */
  legal_ground: LegalGround | null
  purpose: ExportPurpose | null
  locale: 'tr' | 'en'
  created_at: Moment
  created_by: string
  expires_at: ColumnType<Date, Date, Date>
  revoked_at: MaybeMoment
  revoked_by: Generated<string | null>
}

export interface IdentityProviders {
  client_id: string
  id: string
  issuer: string
  registered_as: string
  secret: Buffer
  only_way: Generated<boolean>
  created_at: Moment
  created_by: string
}

export interface IdentityDomains {
  client_id: string
  domain: string
  provider_id: string
  proof: string
  confirmed_at: MaybeMoment
  confirmed_by: string | null
}

export interface ProviderIdentities {
  client_id: string
  provider_id: string
  subject: string
  user_id: string
  linked_at: Moment
  used_at: Moment
}

export interface ProviderSignIns {
  client_id: string
  state_hash: Buffer
  provider_id: string
  browser_hash: Buffer
  expires_at: ColumnType<Date, Date, Date>
  used_at: MaybeMoment
}

export interface Webhooks {
  client_id: string
  id: string
  url: string
  events: WebhookEvent[]
  secret: Buffer
  old_secret: Generated<Buffer | null>
  old_secret_until: MaybeMoment
  created_at: Moment
  created_by: string
  succeeded_at: MaybeMoment
  failing_since: MaybeMoment
  failures: Generated<number>
  paused_until: MaybeMoment
  off_at: MaybeMoment
  off_reason: Generated<WebhookOffReason | null>
}

export interface WebhookDeliveries {
  client_id: string
  id: string
  webhook_id: string
  event: WebhookEvent | 'test'
  body: string
  state: Generated<WebhookDelivery['state']>
  turn: Generated<number>
  tries: Generated<number>
  earlier_tries: Generated<number>
  status_code: Generated<number | null>
  problem: Generated<WebhookProblem | null>
  took_ms: Generated<number | null>
  created_at: Moment
  tried_at: MaybeMoment
  next_try_at: MaybeMoment
}

export interface ShareReports {
  client_id: string
  share_id: string
  assignment_id: string
  place: number
}

export interface ShareOpenings {
  client_id: string
  id: string
  share_id: string
  opened_at: Moment
  device: DeviceClass
}

export interface Registrations {
  client_id: string
  id: string
  code: string
  name: string
  inventory_ids: string[]
  group_name: Generated<string>
  locale: 'tr' | 'en'
  due_date: string | null
  cap: number
  ends_on: string
  approval: boolean
  /** Unverified phones that may register within five minutes; null for the usual number. */
  at_gate: Generated<number | null>
  /** Since when a manager decides because more came. */
  burst_at: MaybeMoment
  created_at: Moment
  created_by: string
  closed_at: MaybeMoment
  closed_by: Generated<string | null>
  /** The test day that accepted people are put on. */
  test_day_id: Generated<string | null>
}

export interface Registrants {
  client_id: string
  id: string
  registration_id: string
  name: string
  /** Verified; null for somebody who gave a phone. */
  email: string | null
  phone: string | null
  /** The address, or the phone's last ten digits. */
  contact: string
  locale: 'tr' | 'en'
  notice_version: number
  state: 'waiting' | 'accepted' | 'refused'
  created_at: Moment
  decided_at: MaybeMoment
  decided_by: Generated<string | null>
  membership_id: Generated<string | null>
  /** The number of times the same phone came again. */
  repeats: Generated<number>
  repeated_at: MaybeMoment
}

export interface RegistrationChecks {
  client_id: string
  id: string
  registration_id: string
  token_hash: Buffer
  name: string
  email: string
  locale: 'tr' | 'en'
  notice_version: number
  code_hash: Generated<Buffer | null>
  code_ends_at: MaybeMoment
  tries: Generated<number>
  created_at: Moment
}

export interface IdempotencyKeys {
  client_id: string
  call: string
  key: string
  user_id: string
  body_hash: Buffer
  status: number | null
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Moment
}
