import { singleUseToken, tokenIn } from '#contract/links.ts'
import { longSlipCodeLength, slipCodeLength } from '#contract/slipCode.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import {
  hashLongSlipCode,
  hashSecret,
  hashSlipCode,
  newSecret,
  newSeed,
  printedSecrets,
} from '#server/secrets.ts'
import type { NewLink } from './new-link.ts'
import {
  deleteOldLinks,
  deleteSingleUseLinks,
  type FoundLink,
  findByCode,
  findLink,
  insertLink,
  lengthenLinks,
  lengthenPrinted,
  lockLinkOwner,
  lockLivePerson,
  noteOpening,
  replaceInvitations,
  takeLink,
  voidInvitations,
  voidLinks,
  voidUnused,
} from './queries.ts'

/**
 * Makes a one-time link, within the caller's transaction. A new one voids the older ones of its kind; only an invitation's older links go on
 * working, because somebody may be in the middle of a test with one. It remembers the address that its person has now,
 * unless it is handed over and not mailed.
 * @returns its path, and the code to type where one was asked for; both are stored nowhere
 */
export async function createLink(
  tx: Executor,
  link: NewLink,
): Promise<{ path: string; code: string | undefined }> {
  const { publicId, ...person } = await lockLinkOwner(tx, link)
  if (link.purpose !== 'invitation') await voidUnused(tx, link.userId, link.purpose)
  const handedOver = link.handedOver ?? link.purpose === 'admin_magic'
  const email = handedOver ? null : person.email
  const printed = link.slipKey && printing(link.slipKey, newSeed())
  const token = printed?.token ?? newToken(link.purpose)
  const stored = { tokenHash: hashSecret(token), codeHash: null, seed: null, ...printed?.stored }
  await insertLink(tx, stored, { ...link, email })
  return { path: pathOf(link.purpose, publicId, token), code: printed?.code }
}

/**
 * Finds the printed link that a person has for a client, to be printed again, and has it open until then at least.
 * @returns undefined where there is none that still opens, or where it was printed with another key
 */
export async function printAgain(
  tx: Executor,
  { userId, clientId, expiresAt }: { userId: string; clientId: string; expiresAt: Date },
  slipKey: Buffer,
): Promise<{ path: string; code: string; expiresAt: Date } | undefined> {
  const { publicId } = await lockLinkOwner(tx, { userId, clientId })
  const link = await lengthenPrinted(tx, { userId, clientId, expiresAt })
  if (link === undefined) return undefined
  const { token, code, stored } = printing(slipKey, link.seed)
  if (!stored.tokenHash.equals(link.tokenHash)) return undefined
  return { path: pathOf('invitation', publicId, token), code, expiresAt: link.expiresAt }
}

/** Makes a token. That of a single-use link says so, and its page uses it up only when somebody presses a button. */
const newToken = (purpose: NewLink['purpose']) =>
  purpose === 'invitation' || purpose === 'reset' ? newSecret() : singleUseToken(newSecret())

/** A printed link's secrets, and what is stored of it. */
function printing(slipKey: Buffer, seed: Buffer) {
  const { token, code } = printedSecrets(slipKey, seed)
  const stored = { tokenHash: hashSecret(token), codeHash: hashSlipCode(slipKey, code), seed }
  return { token, code, stored }
}

const pathOf = (purpose: NewLink['purpose'], publicId: string, token: string) =>
  `/${purpose === 'reset' ? 'reset-password' : 'magic-link'}/${publicId}/${token}`

/**
 * Makes a link for a mail to this address. The address was looked up a moment ago, and may be the person's no longer.
 * @param link asked for by no client and nobody, unless it says so
 * @returns the whole address of the link; undefined when the person has another address by now: then nothing is to be mailed
 */
export async function createMailedLink(
  { db, config }: { db: Database; config: Pick<JobDeps['config'], 'publicUrl'> },
  link: Pick<NewLink, 'userId' | 'purpose' | 'expiresAt'> & Partial<NewLink>,
  email: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const person = await lockLinkOwner(tx, { clientId: null, ...link })
    if (person.email !== email) return undefined
    const { path } = await createLink(tx, { clientId: null, createdBy: null, ...link })
    return config.publicUrl + path
  })
}

/** Ends the invitation links that a person has for a client, for a new one to take their place; what one has opened goes on. */
export async function endOlderInvitations(tx: Executor, userId: string, clientId: string): Promise<void> {
  await lockLinkOwner(tx, { userId, clientId })
  await replaceInvitations(tx, userId, clientId)
}

/** A link that was opened, before anything was decided about it. */
export interface OpenedLink {
  readonly userId: string
  readonly purpose: NewLink['purpose']
  readonly clientId: string | null
  /** The address that it was mailed to; null for one that was handed over. */
  readonly email: string | null
  /** Its time is over. Only an invitation is handed out so: it may still say thank you, or take late answers. */
  readonly expired: boolean
  /**
   * It came by mail to the address where the person is reached now, so the person who opens it reads that address's mail. An
   * address that somebody else gave them after a test began shows nothing.
   */
  readonly showsAddress: boolean
}

/**
 * Opens a link by its two parts and takes it when it is of the single-use kinds. Its person is locked until the
 * caller's transaction ends: who deactivates the account meanwhile waits, and then ends the session that is opened here
 * as well.
 * @throws Failure magic_link_invalid for an unknown or used one, magic_link_expired for one whose time is over
 */
export async function openLink(db: Executor, uid: string, token: string): Promise<OpenedLink> {
  const link = await find(db, uid, token)
  // A reset link sets a password and does nothing else; asking for more does not use it up.
  if (link === undefined || link.purpose === 'reset') throw new Failure('magic_link_invalid')
  if (link.expired && link.purpose !== 'invitation') throw new Failure('magic_link_expired')
  // The person comes before their links, in the order in which a deactivation takes them.
  const person = await lockLivePerson(db, ownerOf(link))
  if (person === undefined) throw new Failure('magic_link_invalid')
  if (link.purpose === 'invitation') await noteOpening(db, link.token_hash)
  else {
    // The mailbox it was sent to is not this account's any more, or nobody wrote down which one it was.
    if (link.purpose !== 'admin_magic' && link.email !== person.email) throw new Failure('magic_link_invalid')
    if (!(await takeLink(db, link.token_hash))) throw new Failure('magic_link_invalid')
  }
  const { user_id: userId, purpose, client_id: clientId, email, expired } = link
  const showsAddress = email !== null && email === person.email && !person.emailHanded
  return { userId, purpose, clientId, email, expired, showsAddress }
}

/**
 * Opens an invitation by the code that was printed beside its link. Its person is locked, as by the link.
 * @throws Failure slip_code_invalid for an unknown or replaced one
 */
export async function openByCode(
  db: Executor,
  slipKey: Buffer,
  code: string,
): Promise<OpenedLink & { clientId: string }> {
  const hash = hashOfCode(slipKey, code)
  const link = hash && usable(await findByCode(db, hash))
  if (
    link === undefined ||
    link.client_id === null ||
    (await lockLivePerson(db, ownerOf(link))) === undefined
  )
    throw new Failure('slip_code_invalid')
  await noteOpening(db, link.token_hash)
  const { user_id: userId, purpose, client_id: clientId, expired } = link
  // Paper shows nothing of who reads whose mail.
  return { userId, purpose, clientId, email: null, expired, showsAddress: false }
}

/**
 * The person a live reset link belongs to. Looking does not use the link up: the new password may still be refused.
 * @throws Failure reset_link_invalid for an unknown, used or other link, reset_link_expired for one whose time is over
 */
export async function findResetLink(db: Executor, uid: string, token: string): Promise<{ userId: string }> {
  const link = await find(db, uid, token)
  if (link === undefined || link.purpose !== 'reset') throw new Failure('reset_link_invalid')
  if (link.expired) throw new Failure('reset_link_expired')
  return { userId: link.user_id }
}

/**
 * Uses a reset link up. Its person is locked first, as by every other use of a link.
 * @returns whether it came by mail to the address that the account has now, and shows that its reader is this person
 * @throws Failure reset_link_invalid when somebody else was faster, or the address is another one by now
 */
export async function takeResetLink(
  db: Executor,
  uid: string,
  token: string,
): Promise<{ showsAddress: boolean }> {
  const link = await find(db, uid, token)
  const person = link && (await lockLivePerson(db, ownerOf(link)))
  if (link === undefined || person === undefined) throw new Failure('reset_link_invalid')
  if (link.email !== person.email) throw new Failure('reset_link_invalid')
  if (!(await takeLink(db, link.token_hash))) throw new Failure('reset_link_invalid')
  return { showsAddress: link.email !== null && !person.emailHanded }
}

/** Ends every unused link of a person but invitations, which open one client's tests and no account. */
export async function endLinks(db: Executor, userId: string): Promise<void> {
  await voidLinks(db, userId, ['invitation', 'manager_invitation'])
}

/** Ends what was mailed to an address that is left: of invitations those that open an account too. */
export async function endLinksOfOldAddress(db: Executor, userId: string): Promise<void> {
  await voidLinks(db, userId, ['invitation'])
}

/**
 * Has the invitations that people of a client hold open until the end of a later last day, also those whose last day is
 * over. One that was ended before its time stays ended.
 */
export async function lengthenInvitations(
  tx: Executor,
  later: { clientId: string; userIds: readonly string[]; lastDay: string; timeZone: string },
): Promise<void> {
  await lengthenLinks(tx, later)
}

/** Ends every link by which a person came, or could come, to a client. */
export async function endInvitations(tx: Executor, key: { clientId: string; userId: string }): Promise<void> {
  await voidInvitations(tx, key)
}

/** Ends every link that signs in, resets or verifies, after a restore. Invitations stay. */
export const endSingleUseLinks = deleteSingleUseLinks

/** Forgets links long after their end. */
export async function sweepLinks(db: Executor): Promise<void> {
  await deleteOldLinks(db)
}

async function find(db: Executor, uid: string, token: string): Promise<FoundLink | undefined> {
  // Text that can't be from a link is not looked up: a NUL in it would be the database's error and not the caller's.
  if (!/^[\w-]+$/.test(uid)) return undefined
  return usable(await findLink(db, uid, hashSecret(tokenIn(token))))
}

function hashOfCode(slipKey: Buffer, code: string): Buffer | undefined {
  if (code.length === slipCodeLength) return hashSlipCode(slipKey, code)
  return code.length === longSlipCodeLength ? hashLongSlipCode(code) : undefined
}

const ownerOf = ({ user_id: userId, client_id: clientId }: FoundLink) => ({ userId, clientId })

const usable = (link: FoundLink | undefined) => (link?.deactivated || link?.used ? undefined : link)
