import type { ColumnType, Generated } from 'kysely'
import type { Locale, MaybeMoment, Moment } from './columns.ts'

// Accounts and what belongs to the whole installation.

export interface Users {
  id: string
  public_id: string
  email: string | null
  name: string
  phone: Generated<string>
  avatar: Generated<string>
  password_hash: string | null
  /** Chosen by somebody who had not shown to be this person: signing in with it shows nothing. */
  password_handed: Generated<boolean>
  authority: Generated<('admin' | 'superuser')[]>
  locale: Locale
  time_zone: Generated<string>
  email_verified_at: MaybeMoment
  /** Given by somebody else when tests had begun: a mail to it shows nothing, until the desk has checked whose it is. */
  email_handed: Generated<boolean>
  deactivated_at: MaybeMoment
  /** When they declined the second step that operators are offered. */
  second_factor_declined_at: MaybeMoment
  /** A client's API key and no person. */
  api_key: Generated<boolean>
  /** The candidate of the installation's own test and no person. */
  synthetic: Generated<boolean>
  created_at: Moment
  erased_at: MaybeMoment
}

export interface Sessions {
  token_hash: Buffer
  id: string
  user_id: string
  invitation_client_id: string | null
  remembered: Generated<boolean>
  user_agent: Generated<string>
  created_at: Moment
  seen_at: Moment
  expires_at: ColumnType<Date, Date, Date>
  /** The day whose tests the session reaches, and the tablet that it was opened on; null without a test day. */
  test_day_id: string | null
  tablet_id: string | null
  /** Opened by a link that came to the person's own mailbox. */
  mailed: Generated<boolean>
  /** Opened by an invitation whose tests were done. */
  proved_at: MaybeMoment
  proved_by: Generated<'password' | 'code' | null>
  /** The identity provider by which it came; null for any other way. */
  provider_client_id: Generated<string | null>
  provider_id: Generated<string | null>
  provider_second_step: Generated<boolean>
}

export interface IdentityCodes {
  id: string
  session_id: string
  purpose: 'identity' | 'address'
  email: string
  code_hash: Generated<Buffer | null>
  code_ends_at: MaybeMoment
  tries: Generated<number>
}

export interface Avatars {
  user_id: string
  public_id: string
  image: Buffer
  created_at: Moment
}

export interface KnownDevices {
  user_id: string
  fingerprint: Buffer
  seen_at: Moment
}

export interface OneTimeLinks {
  token_hash: Buffer
  user_id: string
  purpose: 'magic' | 'manager_invitation' | 'invitation' | 'reset' | 'verification' | 'admin_magic'
  client_id: string | null
  email: string | null
  created_at: Moment
  created_by: string | null
  expires_at: ColumnType<Date, Date, Date>
  /** Set when another invitation replaced the link. */
  used_at: MaybeMoment
  /** Set when an invitation's link was opened first. */
  opened_at: MaybeMoment
  code_hash: Buffer | null
  seed: Buffer | null
}

export interface PersonMails {
  id: string
  user_id: string
  client_id: string | null
  job: string
  kind: string
  address: string
  at: Moment
  outcome: 'sent' | 'retrying' | 'failed'
  failure: 'address_refused' | 'not_sent' | 'unconfirmed' | null
  failure_code: Generated<string>
  tries: number
  link_hash: Buffer | null
}

export interface AuditEntries {
  id: string
  at: Moment
  action: string
  reason: string | null
  actor_id: string | null
  subject_id: string | null
  client_id: string | null
  address: Generated<string>
  /** The id that the entries of a command with many steps have in common. */
  command_id: string | null
  details: ColumnType<Record<string, unknown>, string, never>
  /** Known to nobody once the person of the entry is erased. */
  salt: Generated<string>
}

export interface AuditSeals {
  number: number
  sealed_at: Moment
  reached: Moment
  first_at: Moment
  last_at: Moment
  entries: string[]
  hashes: Buffer
  previous: Buffer | null
  hash: Buffer
  public_key: string
  signature: string
}

export interface AuditRenamings {
  entry_id: string
  before: Buffer
  after: Buffer
  signature: string
}

export interface SecondFactors {
  user_id: string
  secret: Buffer
  confirmed_at: MaybeMoment
  last_step: Generated<number>
}

export interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
  used_at: MaybeMoment
}

export interface SignInChallenges {
  token_hash: Buffer
  user_id: string
  purpose: 'code' | 'setup'
  way: string
  remembered: boolean
  tries: Generated<number>
  expires_at: ColumnType<Date, Date, Date>
  provider_client_id: Generated<string | null>
  provider_id: Generated<string | null>
}

export interface PlatformSettings {
  only_row: Generated<boolean>
  require_second_factor: Generated<'none' | 'managers'>
  retention_since: Moment
  held_since: Date | null
  restored_to: Date | null
}

export interface InstallationKeys {
  mark: string
  wrapped: Buffer
  created_at: Moment
}

export interface Throttles {
  key: string
  window_start: Date
  count: number
}

export interface DemoMails {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  links: string[]
  kind: string
  sent_at: Moment
  attachments: ColumnType<unknown, string | undefined, string>
  files: ColumnType<Buffer[], Buffer[] | undefined, Buffer[]>
}
