import { randomBytes } from 'node:crypto'
import type { Authority } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { hashPassword } from './passwords.ts'
import {
  anyUser,
  findCompany,
  findUser,
  findUserByEmail,
  holdPassword,
  insertMissingUsers,
  insertUser,
  markVerified,
  type NewUser,
  replacePassword,
  setAuthority,
  setPassword,
} from './queries.ts'

/** Ids of a new person: the inner one, and the opaque one that links carry. */
export function newUserIds(): { id: string; publicId: string } {
  return { id: newId(), publicId: randomBytes(9).toString('base64url') }
}

/** A person as the API shows them to themselves. */
export async function userObject(
  db: Executor,
  userId: string,
  session: { authority: readonly Authority[]; invitationClientId: string | null },
): Promise<User> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error(`There is no user ${userId}`)
  const email = user.email ?? ''
  return {
    id: user.id,
    userName: email === '' ? user.name : (email.split('@')[0] ?? ''),
    name: user.name,
    email,
    avatar: user.avatar,
    authority: [...session.authority],
    company: (await findCompany(db, userId, session.invitationClientId)) ?? '',
    locale: user.locale,
    timeZone: user.time_zone,
    emailVerified: user.email_verified_at !== null,
  }
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
  const user: NewUser = {
    ...newUserIds(),
    email: account.email,
    name: account.name,
    phone: '',
    locale: account.locale,
  }
  await insertUser(db, user)
  if (account.password !== null) await choosePassword(db, user.id, account.password)
  await setAuthority(db, user.id, account.authority)
  await markVerified(db, user.id)
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

/** What the password rules and its change need to know about somebody. */
export async function credentialsOf(
  db: Executor,
  userId: string,
): Promise<{ email: string | null; passwordHash: string | null }> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error(`There is no user ${userId}`)
  return { email: user.email, passwordHash: user.password_hash }
}

/** Whether a password that was right a moment ago still is; holds it until the transaction ends. */
export function stillHasPassword(tx: Executor, userId: string, passwordHash: string): Promise<boolean> {
  return holdPassword(tx, userId, passwordHash)
}

/** Sets a password in the place of a known one. @returns false when it was changed meanwhile */
export function changePassword(
  db: Executor,
  userId: string,
  old: string | null,
  passwordHash: string,
): Promise<boolean> {
  return replacePassword(db, userId, old, passwordHash)
}

/** Records that a person reads mail at their address, and leaves their password alone: they have just chosen it. */
export async function confirmAddress(db: Executor, userId: string): Promise<void> {
  await markVerified(db, userId)
}

/**
 * Records that a person reads mail at their address. Whoever sat on the address before that, with a password of their
 * own, loses it.
 * @returns whether the account was unverified until now
 */
export async function verifyAddress(db: Executor, userId: string): Promise<boolean> {
  const user = await findUser(db, userId)
  if (user === undefined || user.email_verified_at !== null) return false
  await setPassword(db, userId, null)
  await markVerified(db, userId)
  return true
}

/** The ids of the people behind these addresses; whoever has no account yet gets one. */
export function ensurePeople(db: Executor, people: readonly NewUser[]): Promise<Map<string, string>> {
  return insertMissingUsers(db, people)
}

/** Whether this installation has nobody yet. */
export async function isEmptyInstallation(db: Executor): Promise<boolean> {
  return !(await anyUser(db))
}
