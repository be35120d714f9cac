import { z } from 'zod'
import { id, type Locale, locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { introOf } from '#server/features/memberships/brands/brands.ts'
import { createMailedLink } from '#server/features/memberships/links/links.ts'
import { consentLine } from '#server/features/memberships/links/withdrawal.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CurrentJob, defineJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { defineMail, type Line, sendMail } from '#server/mail/define.ts'
import { stressed } from '#server/mail/stressed.ts'
import { countWithin } from '#server/throttles/throttles.ts'
import { invitation, managerInvitation, type Waiting } from './emails.ts'
import { findInvited, findName, findNames, type Invited, openTests } from './queries.ts'

const payload = z.strictObject({
  clientId: id,
  membershipId: id,
  /** `assigned`: the person was in this client already. `extended`: a test got a later due date; `dated`: its first one. */
  reason: z.enum(['invited', 'assigned', 'extended', 'dated']),
  /** The language that the person chose; the tests' one unless given. */
  locale: locale.optional(),
  /** The account that a manager was invited by, for their mail. */
  invitedBy: id.optional(),
  /** Names the event: one mail each. */
  eventKey: z.string().min(1).max(200),
})
type Payload = z.infer<typeof payload>

/** Somebody with an address. */
type Reachable = Invited & { email: string }

const hour = 3600
const laterMs = hour * 1000
const mailsPerHour = 5

/**
 * Sends one person their pending tests at one client. The link is made here and not when the job is added, so that no
 * live token is ever in the job table, in a backup of it or in a log. It is no `defineMail`: which mail goes out depends on the
 * person's role, and over a limit it comes later.
 */
export const sendInvitation = defineJob({
  name: 'send_invitation',
  payload,
  priority: 10,
  async run(payload, deps, current) {
    const { clientId, eventKey } = payload
    const invited = await findInvited(deps.db, clientId, payload.membershipId)
    if (invited?.email == null) return
    if (invited.suspended) return addLater(payload, deps)
    if (current.attempt === 1 && (await isPostponed(payload, invited, deps))) return
    const reachable = { ...invited, email: invited.email }
    if (invited.role !== 'manager') {
      const waiting = await createParticipantMail(payload, reachable, deps)
      if (waiting !== undefined) await sendMail(invitation, { ...waiting, eventKey }, deps, current)
      return
    }
    const manager = await createManagerMail(payload, reachable, deps)
    // Each try to a manager carries a link of its own, and ends the one before; a participant's links all go on working.
    const ofTry = `${eventKey} ${current.attempt}`
    if (manager !== undefined)
      await sendMail(managerInvitation, { ...manager, eventKey: ofTry }, deps, current)
  },
})

/** Adds the mail again for later when the person got too many this hour. It names everything that is pending by then. */
async function isPostponed(payload: Payload, { userId }: Invited, { db, log }: JobDeps): Promise<boolean> {
  const count = await countWithin(db, `mail:invitation:${payload.clientId}:${userId}`, hour)
  if (count <= mailsPerHour) return false
  await addLater(payload, { db })
  log.info({ userId, count }, 'invitation mail postponed')
  return true
}

/** Adds the mail again for later. While a client is suspended, its mails are put off hour by hour. */
async function addLater(payload: Payload, { db }: Pick<JobDeps, 'db'>): Promise<void> {
  const jobKey = `invitation_later:${payload.membershipId}`
  await addJob(db, sendInvitation, payload, { waitMs: laterMs, jobKey })
}

/**
 * Reminds a person of those named tests that are still open and can be started. Without any, nothing is sent.
 * @returns the tests that the mail named; none where no mail went out
 */
export async function sendReminderMail(
  reminder: { clientId: string; membershipId: string; assignmentIds: readonly string[] },
  deps: JobDeps,
  current: CurrentJob,
): Promise<readonly string[]> {
  const invited = await findInvited(deps.db, reminder.clientId, reminder.membershipId)
  if (invited?.email == null) return []
  const to = { ...invited, email: invited.email }
  const waiting = await createParticipantMail({ ...reminder, reason: 'reminded' }, to, deps)
  if (waiting === undefined) return []
  const eventKey = `reminder ${current.id} ${current.createdAt.toISOString()}`
  await sendMail(invitation, { ...waiting, kind: 'reminder', eventKey }, deps, current)
  return waiting.tests.map((test) => test.id)
}

/**
 * Tells a person that tests they were asked to take are not for them any more. It asks for nothing, so there is nothing to press.
 */
export const sendWithdrawal = defineMail({
  name: 'send_withdrawal',
  kind: 'withdrawal',
  payload: z.strictObject({ clientId: id, membershipId: id, assignmentIds: z.array(id) }),
  priority: 10,
  async find({ clientId, membershipId, assignmentIds }, deps, current) {
    const invited = await findInvited(deps.db, clientId, membershipId)
    if (invited?.email == null) return undefined
    const { locale = invited.locale, names } = await findNames(deps.db, clientId, assignmentIds)
    const to = { ...invited, email: invited.email, locale }
    return {
      ...memberOf(clientId, to),
      words: { client: invited.client.name, count: names.length },
      eventKey: `withdrawal ${current.id} ${current.createdAt.toISOString()}`,
      names,
      consentsLine: await createConsentsLine(clientId, to, deps),
    }
  },
  texts: ['mail:withdrawal.', 'mail:invitation.'],
  write: (say, { locale, invited: { client }, names, consentsLine }) => ({
    preheader: say('nothing'),
    paragraphs: [stressed(client.name, (client) => say('lead', { client })), say('nothing')],
    rows: names.map((test) => [test, say('withdrawn')]),
    closing: [contactLine(locale, client), consentsLine, say('onBehalf')],
  }),
})

/** A member as the recipient of their client's mails. */
const memberOf = (clientId: string, invited: Reachable) => ({
  userId: invited.userId,
  name: invited.name,
  email: invited.email,
  locale: invited.locale,
  words: { client: invited.client.name },
  client: { id: clientId, name: invited.client.name, email: invited.client.email },
  invited,
})

/**
 * A member as the recipient of a mail of their client.
 * @returns undefined for somebody without an address or who is gone, and while the client may write to nobody
 */
export async function memberToMail(
  db: Executor,
  { clientId, membershipId }: { clientId: string; membershipId: string },
): Promise<ReturnType<typeof memberOf> | undefined> {
  const invited = await findInvited(db, clientId, membershipId)
  if (invited?.email == null || invited.suspended) return undefined
  return memberOf(clientId, { ...invited, email: invited.email })
}

/**
 * A line with a new link to a member's consents, for a mail to this address.
 * @returns undefined where there is nothing to withdraw, or the address is theirs no more
 */
export async function findConsentsLine(
  { clientId, membershipId }: { clientId: string; membershipId: string },
  { email, locale }: { email: string; locale: Locale },
  deps: JobDeps,
): Promise<Line | undefined> {
  const person = await findInvited(deps.db, clientId, membershipId)
  return person?.email === email
    ? createConsentsLine(clientId, { ...person, email, locale }, deps)
    : undefined
}

/**
 * A line with a new link to somebody's consents, where they may withdraw them. For a person who declined, a link is made as well
 * and not mailed: managers read when somebody's newest link was made.
 */
async function createConsentsLine(
  clientId: string,
  { userId, email, locale, consented, askedOfParts, emptyLinkEnds: expiresAt }: Reachable,
  deps: JobDeps,
): Promise<Line | undefined> {
  if (!consented && !askedOfParts) return undefined
  const url = await createMailedLink(deps, { userId, purpose: 'invitation', clientId, expiresAt }, email)
  return consented && url !== undefined ? consentLine(locale, url) : undefined
}

async function createParticipantMail(
  asked: {
    clientId: string
    membershipId: string
    reason: Waiting['reason']
    locale?: Locale | undefined
    /** The only tests of the mail; all open ones unless given. */
    assignmentIds?: readonly string[]
  },
  invited: Reachable,
  deps: JobDeps,
): Promise<Waiting | undefined> {
  const { clientId, membershipId, reason, locale, assignmentIds } = asked
  const waiting = await openTests(deps.db, clientId, membershipId)
  const tests = assignmentIds
    ? waiting.filter((test) => assignmentIds.includes(test.id) && test.opensAt === null)
    : waiting
  const [newest] = tests
  if (newest === undefined) return undefined
  const { userId, email } = invited
  const { createdBy } = newest
  const endsAt = new Date(waiting.reduce((last, { linkEnds }) => Math.max(last, linkEnds.getTime()), 0))
  const link = { userId, purpose: 'invitation', clientId, createdBy, expiresAt: endsAt } as const
  const url = await createMailedLink(deps, link, email)
  if (url === undefined) return undefined
  const words = { client: invited.client.name, count: tests.length }
  const language = locale ?? newest.locale
  return {
    ...memberOf(clientId, invited),
    locale: language,
    words,
    reason,
    tests,
    intro: await introOf(deps.db, clientId, language),
    url,
    endsAt,
  }
}

async function createManagerMail({ clientId, invitedBy }: Payload, invited: Reachable, deps: JobDeps) {
  const { userId, email, managerLinkEnds: endsAt } = invited
  const link = { userId, purpose: 'manager_invitation', clientId, expiresAt: endsAt } as const
  const url = await createMailedLink(deps, link, email)
  const inviter = invitedBy === undefined ? undefined : await findName(deps.db, clientId, invitedBy)
  return url === undefined ? undefined : { ...memberOf(clientId, invited), url, endsAt, inviter }
}

export const invitationJobs = [sendInvitation, sendWithdrawal]
