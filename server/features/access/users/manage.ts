import { isOperator, managesAdmins } from '#contract/access.ts'
import type { User } from '#contract/auth.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type {
  createUser as createUserCall,
  ManagedUser,
  updateUser as updateUserCall,
} from '#contract/users.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { endLinks, endLinksOfOldAddress } from '#server/features/memberships/links/links.ts'
import { correctKnownAddress } from '#server/features/memberships/memberships.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import type { AuthorizedUser } from './access.ts'
import { recheckCurrentPassword, requireCurrentPassword } from './current-password.ts'
import { sendEmailChanged, sendVerification } from './jobs.ts'
import { managedUser } from './managed-users.ts'
import {
  changeUser,
  findUnverified,
  findUser,
  insertUserIfNew,
  lockPeople,
  lockSuperusers,
  setAuthority,
  setDeactivated,
} from './queries.ts'
import { accountOf, newUserIds } from './users.ts'

type Stored = ('admin' | 'superuser')[]

/** Opens an account for somebody and mails them the link to it. */
export async function createUser(
  tx: Tx,
  _platform: undefined,
  { authority: wanted = [], ...fields }: BodyOf<typeof createUserCall>,
  actor: Actor,
): Promise<ManagedUser> {
  if (wanted.length > 0) refuseUnless(managesAdmins(actor.caller), 'authority')
  const { email, locale = actor.locale } = fields
  const user = { ...newUserIds(), ...fields, locale }
  const authority = [...new Set(wanted)]
  if (!(await insertUserIfNew(tx, user))) throw new FieldFailure({ email: { key: 'email_taken' } })
  await setAuthority(tx, user.id, authority)
  await addJob(tx, sendVerification, { userId: user.id, email, locale })
  const entry = { by: actor, subjectId: user.id, details: { authority } }
  await recordAudit(tx, { action: 'user_created', ...entry })
  return managedUser(tx, user.id)
}

/**
 * Changes one's own account or one below. What the caller may not change is refused, also when it would stay as it is.
 * @throws FieldFailure; Failure too_many_requests after ten wrong passwords
 */
export async function updateUser(
  db: Database,
  user: AuthorizedUser,
  change: BodyOf<typeof updateUserCall>,
  by: Actor,
): Promise<User> {
  const { caller } = by
  const { authority, status, current_password, timeZone, ...same } = change
  if (authority !== undefined) refuseUnless(managesAdmins(caller) && !user.own, 'authority')
  if (status !== undefined) refuseUnless(isOperator(caller) && !user.own, 'status')
  const email = change.email === user.email ? undefined : change.email
  const password = email === undefined ? null : await requireCurrentPassword(db, by, current_password)
  const given = Object.entries({ ...same, email, time_zone: timeZone }).filter(
    ([, value]) => value !== undefined,
  )
  await db.transaction().execute(async (tx) => {
    if (email !== undefined) {
      await lockPeople(tx, [caller.userId, user.id])
      await recheckCurrentPassword(tx, caller, password)
    }
    const before = await findUser(tx, user.id)
    if (!(await changeUser(tx, user.id, Object.fromEntries(given), user.own && caller.proved)))
      throw new FieldFailure({ email: { key: 'email_taken' } })
    const changed = given
      .filter(([field, value]) => before === undefined || Reflect.get(before, field) !== value)
      .map(([field]) => field)
    // The email has an entry of its own, and what people do to their own account is theirs.
    const shown = changed.filter((field) => field !== 'email')
    if (!user.own && shown.length > 0) await audit(tx, by, user, 'user_changed', { fields: shown })
    if (email !== undefined) await moveTo(tx, by, user, email, change.locale)
    if (authority !== undefined) await changeAuthority(tx, by, user, authority)
    if (status !== undefined) await changeStatus(tx, by, user, status)
  })
  return accountOf(db, user.id)
}

/** Deactivates an account: sessions and links end with the next call. @throws Failure own_account */
export async function deactivateUser(
  tx: Tx,
  user: AuthorizedUser,
  _body: undefined,
  by: Actor,
): Promise<undefined> {
  if (user.own) throw new Failure('own_account')
  await changeStatus(tx, by, user, 'deactivated')
}

/**
 * Mails the link that confirms an address once more; the older one ends with it.
 * @throws Failure nothing_to_confirm
 */
export async function remindOfVerification(tx: Tx, user: AuthorizedUser): Promise<undefined> {
  const person = await findUnverified(tx, user.id)
  if (person?.email == null) throw new Failure('nothing_to_confirm')
  await addJob(tx, sendVerification, { userId: user.id, email: person.email, locale: person.locale })
}

/**
 * Links to the old address end: they would let its reader in. The new one is confirmed by a link of its own, and the
 * old one gets a mail, in case somebody else made the change.
 */
async function moveTo(
  tx: Executor,
  by: Actor,
  user: AuthorizedUser,
  email: string,
  locale?: Locale,
): Promise<void> {
  await endLinksOfOldAddress(tx, user.id)
  await addJob(tx, sendVerification, { userId: user.id, email, locale: locale ?? by.caller.locale })
  // An operator's correction of an address that nobody confirmed: the clients that gave it get the new one.
  if (!user.own && !user.emailVerified)
    await correctKnownAddress(tx, { userId: user.id, from: user.email, to: email })
  // An unconfirmed address may be a stranger's, who must not get this.
  if (user.email !== null && user.emailVerified)
    await addJob(tx, sendEmailChanged, { userId: user.id, oldEmail: user.email })
  await audit(tx, by, user, 'email_changed')
}

async function changeAuthority(tx: Executor, by: Actor, user: AuthorizedUser, wanted: Stored): Promise<void> {
  const to = [...new Set(wanted)].sort()
  const from = [...user.authority].sort()
  if (to.join() === from.join()) return
  await stillSuperuser(tx, by)
  await setAuthority(tx, user.id, to)
  await audit(tx, by, user, 'role_changed', { from, to })
}

async function changeStatus(
  tx: Executor,
  by: Actor,
  user: AuthorizedUser,
  status: 'active' | 'deactivated',
): Promise<void> {
  if (managesAdmins(user)) await stillSuperuser(tx, by)
  const deactivated = status === 'deactivated'
  if (!(await setDeactivated(tx, user.id, deactivated))) return
  if (deactivated) {
    await endAllSessions(tx, user.id)
    await endLinks(tx, user.id)
  }
  await audit(tx, by, user, deactivated ? 'user_deactivated' : 'user_reactivated')
}

/** Two superusers who remove each other at once would leave none: the second one is no superuser any more. */
async function stillSuperuser(tx: Executor, { userId }: Actor): Promise<void> {
  if (!(await lockSuperusers(tx)).includes(userId)) throw new Failure('forbidden')
}

function audit(
  tx: Executor,
  actor: Actor,
  user: AuthorizedUser,
  action: 'user_changed' | 'email_changed' | 'role_changed' | 'user_deactivated' | 'user_reactivated',
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(tx, { action, by: actor, subjectId: user.id, details })
}

function refuseUnless(allowed: boolean, field: string): void {
  if (!allowed) throw new FieldFailure({ [field]: { key: 'not_permitted' } })
}
