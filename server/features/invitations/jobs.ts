import { z } from 'zod'
import { id, type Locale, locale } from '#contract/fields.ts'
import { createMailedLink } from '#server/features/links/links.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CurrentJob, defineJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Content } from '#server/mail/layout.ts'
import { countWithin } from '#server/throttles/throttles.ts'
import { invitationMail, managerInvitationMail, withdrawalMail } from './emails.ts'
import { findInvited, findNames, type Invited, openTests } from './queries.ts'

const payload = z.strictObject({
  clientId: id,
  membershipId: id,
  /** `assigned` when the person was in this client already, `extended` when a test got a later due date, `dated` its first. */
  reason: z.enum(['invited', 'assigned', 'extended', 'dated']),
  /** Of the mail, where the person chose it; else the tests' one. */
  locale: locale.optional(),
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
 * live token is ever in the job table, in a backup of it or in a log.
 */
export const sendInvitation = defineJob({
  name: 'send_invitation',
  payload,
  priority: 10,
  async run(payload, deps, current) {
    const invited = await findInvited(deps.db, payload.clientId, payload.membershipId)
    if (invited?.email == null) return
    if (invited.suspended) return comeLater(payload, deps)
    if (current.attempt === 1 && (await postponed(payload, invited, deps))) return
    const to = { ...invited, email: invited.email }
    const content =
      invited.role === 'manager'
        ? await toManager(payload, to, deps)
        : (await toParticipant(payload, to, deps))?.content
    const kind = invited.role === 'manager' ? 'manager_invitation' : 'invitation'
    if (content !== undefined)
      await send({ kind, clientId: payload.clientId }, payload.eventKey, to, content, deps, current)
  },
})

/** Over the limit, a mail is sent later, with everything that is pending by then. */
async function postponed(payload: Payload, { userId }: Invited, { db, log }: JobDeps): Promise<boolean> {
  const count = await countWithin(db, `mail:invitation:${payload.clientId}:${userId}`, hour)
  if (count <= mailsPerHour) return false
  await comeLater(payload, { db })
  log.info({ userId, count }, 'invitation mail postponed')
  return true
}

/** While a client is suspended its tests go on waiting, and so do the mails about them. */
async function comeLater(payload: Payload, { db }: Pick<JobDeps, 'db'>): Promise<void> {
  const jobKey = `invitation_later:${payload.membershipId}`
  await addJob(db, sendInvitation, payload, { waitMs: laterMs, jobKey })
}

/**
 * Reminds a person of those of the named tests that still wait and can be started. Nothing is sent where none does.
 * @returns the tests that the mail named; none where no mail went out
 */
export async function mailReminder(
  reminder: { clientId: string; membershipId: string; assignmentIds: readonly string[] },
  deps: JobDeps,
  current: CurrentJob,
): Promise<readonly string[]> {
  const invited = await findInvited(deps.db, reminder.clientId, reminder.membershipId)
  if (invited?.email == null) return []
  const to = { ...invited, email: invited.email }
  const mail = await toParticipant({ ...reminder, reason: 'reminded' }, to, deps)
  if (mail === undefined) return []
  const eventKey = `reminder ${current.id} ${current.createdAt.toISOString()}`
  await send({ kind: 'reminder', clientId: reminder.clientId }, eventKey, to, mail.content, deps, current)
  return mail.assignmentIds
}

/** Tells a person that tests they were asked to take are not for them any more. */
export const sendWithdrawal = defineJob({
  name: 'send_withdrawal',
  payload: z.strictObject({ clientId: id, membershipId: id, assignmentIds: z.array(id) }),
  priority: 10,
  async run({ clientId, membershipId, assignmentIds }, deps, current) {
    const invited = await findInvited(deps.db, clientId, membershipId)
    if (invited?.email == null) return
    const { locale, names } = await findNames(deps.db, clientId, assignmentIds)
    const to = { ...invited, email: invited.email }
    const eventKey = `withdrawal ${current.id} ${current.createdAt.toISOString()}`
    const url = await toConsents(clientId, to, deps)
    const content = withdrawalMail(locale ?? invited.locale, invited, names, url)
    await send({ kind: 'withdrawal', clientId }, eventKey, to, content, deps, current)
  },
})

/**
 * A link to what somebody agreed to and may withdraw, for a mail to this address.
 * @returns undefined where there is nothing to withdraw, or the address is theirs no more
 */
export async function consentsLink(
  { clientId, membershipId }: { clientId: string; membershipId: string },
  email: string,
  deps: JobDeps,
): Promise<string | undefined> {
  const person = await findInvited(deps.db, clientId, membershipId)
  return person?.email === email ? toConsents(clientId, { ...person, email }, deps) : undefined
}

/**
 * A link for somebody who has nothing to take: they may withdraw what they agreed to. Who declined gets one made as well, and not
 * mailed: managers read when somebody's newest link was made.
 */
async function toConsents(
  clientId: string,
  { userId, email, consented, askedOfParts, emptyLinkEnds: expiresAt }: Reachable,
  { db, config: { publicUrl } }: JobDeps,
): Promise<string | undefined> {
  if (!consented && !askedOfParts) return undefined
  const link = { userId, purpose: 'invitation', clientId, createdBy: null, expiresAt } as const
  const made = await db.transaction().execute((tx) => createMailedLink(tx, link, email))
  return made && consented ? publicUrl + made.path : undefined
}

async function toParticipant(
  asked: {
    clientId: string
    membershipId: string
    reason: Payload['reason'] | 'reminded'
    locale?: Locale | undefined
    /** All that wait unless given. */
    assignmentIds?: readonly string[]
  },
  invited: Reachable,
  { db, config: { publicUrl } }: JobDeps,
): Promise<{ content: Content; assignmentIds: readonly string[] } | undefined> {
  const { clientId, membershipId, reason, locale, assignmentIds } = asked
  const waiting = await openTests(db, clientId, membershipId)
  const tests = assignmentIds
    ? waiting.filter((test) => assignmentIds.includes(test.id) && test.opensAt === null)
    : waiting
  const [newest] = tests
  if (newest === undefined) return undefined
  const endsAt = new Date(waiting.reduce((last, { linkEnds }) => Math.max(last, linkEnds.getTime()), 0))
  const link = {
    userId: invited.userId,
    purpose: 'invitation',
    clientId,
    createdBy: newest.createdBy,
    expiresAt: endsAt,
  } as const
  const made = await db.transaction().execute((tx) => createMailedLink(tx, link, invited.email))
  if (made === undefined) return undefined
  const content = invitationMail(reason, locale ?? newest.locale, invited, tests, {
    url: publicUrl + made.path,
    endsAt,
  })
  return { content, assignmentIds: tests.map(({ id }) => id) }
}

async function toManager(
  { clientId }: Payload,
  invited: Reachable,
  { db, config: { publicUrl } }: JobDeps,
): Promise<Content | undefined> {
  const endsAt = invited.managerLinkEnds
  const link = {
    userId: invited.userId,
    purpose: 'manager_invitation',
    clientId,
    createdBy: null,
    expiresAt: endsAt,
  } as const
  const made = await db.transaction().execute((tx) => createMailedLink(tx, link, invited.email))
  return made && managerInvitationMail(invited, { url: publicUrl + made.path, endsAt })
}

async function send(
  {
    kind,
    clientId,
  }: { kind: 'manager_invitation' | 'invitation' | 'reminder' | 'withdrawal'; clientId: string },
  eventKey: string,
  { userId, name, role, client, email: address }: Reachable,
  content: Content,
  deps: JobDeps,
  current: CurrentJob,
): Promise<void> {
  const message = {
    ...{ kind, clientId },
    // Each try to a manager carries a link of its own, and ends the one before; a participant's links all go on working.
    eventKey: role === 'manager' ? `${eventKey} ${current.attempt}` : eventKey,
    to: { name, address },
    fromName: client.name,
    replyTo: { name: client.name, address: client.email },
    content,
  }
  await deliver(deps, message, userId, current)
}

export const invitationJobs = [sendInvitation, sendWithdrawal]
