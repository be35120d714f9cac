import { randomBytes, randomUUID } from 'node:crypto'
import type { Authority } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import { authorityOf } from '#server/authority/roles.ts'
import type { Executor } from '#server/db/database.ts'
import type { Manager } from '#server/db/within.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { findUsers } from './list-queries.ts'
import { recheckPassword, replacePassword, setPassword } from './password-queries.ts'
import { hashPassword } from './passwords.ts'
import {
  anyUser,
  findAdminsToWrite,
  findCompany,
  findDeactivated,
  findMember,
  findUser,
  findUserByEmail,
  insertMissingUsers,
  insertUnaddressed,
  insertUser,
  markGiven,
  markVerified,
  type NewUser,
  setAuthority,
  setAvatarAddress,
  writeShownAddress,
} from './queries.ts'

/**
 * Ids of a new person: the inner one, and the opaque one that links carry. Both are random: managers see the inner one, and
 * the time in a UUIDv7 would tell them whether an account is older than their invitation.
 */
export function newUserIds(): { id: string; public_id: string } {
  return { id: randomUUID(), public_id: randomBytes(9).toString('base64url') }
}

const userNameOf = ({ name, email }: { name: string; email: string | null }) => email?.split('@')[0] || name

/**
 * A person as the API shows them to themselves. An invitation's session, which somebody else may have opened, gets what its
 * client knows of the person; the account is not read for it ([0085](../../../docs/decisions/0085-what-an-invitation-shows.md)).
 */
export async function userObject(
  db: Executor,
  userId: string,
  session: {
    authority: readonly Authority[]
    invitationClientId: string | null
    within?: readonly string[] | undefined
    singleSignOn?: boolean
  },
): Promise<User> {
  const { authority, invitationClientId: clientId, within, singleSignOn = false } = session
  return clientId === null
    ? accountObject(db, { userId, within }, authority, singleSignOn)
    : memberObject(db, { userId, clientId }, authority)
}

async function accountObject(
  db: Executor,
  manager: Manager,
  authority: readonly Authority[],
  singleSignOn: boolean,
): Promise<User> {
  const { userId } = manager
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error(`There is no user ${userId}`)
  const {
    public_id,
    password_hash,
    password_handed,
    email_handed,
    email_verified_at,
    deactivated_at,
    second_factor_declined_at,
    erased_at,
    api_key,
    synthetic,
    ...shown
  } = user
  return {
    ...serializeRow(shown),
    userName: userNameOf(user),
    email: user.email ?? '',
    authority: [...authority],
    company: (await findCompany(db, manager)) ?? '',
    emailVerified: email_verified_at !== null,
    hasPassword: password_hash !== null,
    invitation: false,
    singleSignOn,
  }
}

async function memberObject(
  db: Executor,
  { userId, clientId }: { userId: string; clientId: string },
  authority: readonly Authority[],
): Promise<User> {
  const member = await findMember(db, userId, clientId)
  if (member === undefined) throw new Error(`${userId} is no member of ${clientId}`)
  const { joinedAt, ...shown } = member
  return {
    ...shown,
    id: userId,
    userName: userNameOf(member),
    email: member.email ?? '',
    avatar: '',
    authority: [...authority],
    // The same for everybody: either would tell who has an account.
    emailVerified: false,
    hasPassword: false,
    createdAt: joinedAt.toISOString(),
    invitation: true,
    singleSignOn: false,
  }
}

/** An account as the API returns it after a change, with its roles read again. */
export async function accountOf(db: Executor, userId: string): Promise<User> {
  const { rows } = await findUsers(db, { id: userId, belowAdmin: false }, 'name', { limit: 1, offset: 0 })
  const authority = rows.flatMap((row) => authorityOf({ ...row, invitation_client_id: null }))
  return userObject(db, userId, { authority, invitationClientId: null })
}

/** Says where the picture of a person is; empty where there is none. */
export async function showAvatar(tx: Executor, userId: string, address: string): Promise<void> {
  await setAvatarAddress(tx, userId, address)
}

/** Makes an account with a password that somebody with access to the server chose: demo people, the first superuser. */
export async function createAccount(
  db: Executor,
  account: {
    email: string
    name: string
    /** null: chosen later, and until then nobody signs in. */
    password: string | null
    authority: ('admin' | 'superuser')[]
    locale: Locale
  },
): Promise<string> {
  const { email, name, locale } = account
  const user = { ...newUserIds(), email, name, locale }
  await insertUser(db, user)
  if (account.password !== null) await choosePassword(db, user.id, account.password)
  await setAuthority(db, user.id, account.authority)
  await markVerified(db, user.id)
  return user.id
}

/** The account of an API key, which nobody signs in with: it is named where a person would be who did something. */
export async function addKeyAccount(
  tx: Executor,
  { name, locale }: { name: string; locale: Locale },
): Promise<string> {
  const user = { ...newUserIds(), email: null, name, locale, api_key: true }
  await insertUser(tx, user)
  return user.id
}

/** Gives an account its password. */
export async function choosePassword(db: Executor, userId: string, password: string): Promise<void> {
  await setPassword(db, userId, await hashPassword(password))
}

/** The live account of an address, for sign-in; undefined for an unknown or deactivated one. */
export async function findAccount(
  db: Executor,
  email: string,
): Promise<{ id: string; passwordHash: string | null; locale: Locale } | undefined> {
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (user === undefined || user.deactivated_at !== null) return undefined
  return { id: user.id, passwordHash: user.password_hash, locale: user.locale }
}

/** The facts about somebody that the password rules and a change of password need. */
export async function credentialsOf(
  db: Executor,
  userId: string,
): Promise<{ email: string | null; passwordHash: string | null }> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error(`There is no user ${userId}`)
  return { email: user.email, passwordHash: user.password_hash }
}

/** True when a password that was right a moment ago still is; locks it until the transaction ends. */
export function stillHasPassword(tx: Executor, userId: string, passwordHash: string): Promise<boolean> {
  return recheckPassword(tx, userId, passwordHash)
}

/**
 * Sets a password in the place of a known one.
 * @param handed whether its chooser had not shown to be this person; undefined: as the one before
 * @returns false when it was changed meanwhile
 */
export function changePassword(
  db: Executor,
  userId: string,
  old: string | null,
  passwordHash: string,
  handed: boolean | undefined,
): Promise<boolean> {
  return replacePassword(db, userId, old, passwordHash, handed)
}

/**
 * Records that a person reads mail at their address, and leaves their password alone: they have just chosen it.
 * @returns whether the address was unverified until now
 */
export async function confirmAddress(db: Executor, userId: string): Promise<boolean> {
  return markVerified(db, userId)
}

/**
 * Records that a person reads mail at their address. A password that somebody else set for the address before that is
 * removed. An account without an address gets this one, unless another account has it: then the two stay apart
 * ([0117](../../../../docs/decisions/0117-a-client-knows-an-address.md)).
 * @param email the one that was shown
 * @returns whether the account was unverified until now, and whether it had a password until now
 */
export async function verifyAddress(
  db: Executor,
  userId: string,
  email: string,
): Promise<{ confirmed: boolean; revoked: boolean }> {
  await writeShownAddress(db, userId, email)
  const user = await findUser(db, userId)
  if (user === undefined || user.email_verified_at !== null) return { confirmed: false, revoked: false }
  await setPassword(db, userId, null)
  await markVerified(db, userId)
  return { confirmed: true, revoked: user.password_hash !== null }
}

/**
 * Records that somebody at the desk has made sure that an address is this person's. A password that was chosen before is
 * removed, as by a link that is opened there.
 * @returns whether the address was unverified until now
 */
export async function confirmAtDesk(db: Executor, userId: string, email: string): Promise<boolean> {
  await writeShownAddress(db, userId, email)
  const confirmed = await markVerified(db, userId, email)
  if (confirmed) await setPassword(db, userId, null)
  return confirmed
}

/** The ids of the people behind these addresses; those without an account get one. */
export function ensurePeople(db: Executor, people: readonly NewUser[]): Promise<Map<string, string>> {
  return insertMissingUsers(db, people)
}

/** Which of these accounts are deactivated, by the address or the id they were asked for with. */
export async function closedAccounts(
  db: Executor,
  who: { emails: readonly string[]; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  return findDeactivated(db, who)
}

/** Adds people who have no address: nobody can know them again but the client they are made for. */
export async function addPeopleWithoutAddress(db: Executor, people: readonly NewUser[]): Promise<void> {
  if (people.length > 0) await insertUnaddressed(db, people)
}

/**
 * Notes that a client gives an address to somebody who was invited without one. Their account gets it once they have shown that it is
 * theirs: whose it is now is not looked up.
 */
export async function noteGivenAddress(tx: Executor, userId: string): Promise<void> {
  await markGiven(tx, userId)
}

/** True when this installation has nobody yet. */
export async function isEmptyInstallation(db: Executor): Promise<boolean> {
  return !(await anyUser(db))
}

/** The admins whose address is known to be theirs: they get the mails of a client without a manager. */
export async function adminsToWrite(db: Executor): ReturnType<typeof findAdminsToWrite> {
  return findAdminsToWrite(db)
}
