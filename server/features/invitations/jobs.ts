import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { createLink } from '#server/features/links/links.ts'
import { countWithin } from '#server/features/throttles/throttles.ts'
import { addJob } from '#server/jobs/add.ts'
import { type CurrentJob, defineJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Content } from '#server/mail/layout.ts'
import { invitationMail, managerInvitationMail } from './emails.ts'
import { findInvited, type Invited, openTests } from './queries.ts'

const payload = z.strictObject({
  clientId: id,
  membershipId: id,
  /** `assigned` when the person was in this client already. */
  reason: z.enum(['invited', 'assigned']),
  /** Names the event: one mail each. */
  eventKey: z.string().min(1).max(200),
})
type Payload = z.infer<typeof payload>

const hour = 3600
const mailsPerHour = 5

/**
 * Sends one person what waits for them at one client. The link is made here and not when the job is added, so that no
 * live token ever stands in the job table, in a backup of it or in a log.
 */
export const sendInvitation = defineJob({
  name: 'send_invitation',
  payload,
  priority: 10,
  async run(payload, deps, current) {
    const invited = await findInvited(deps.db, payload.clientId, payload.membershipId)
    if (invited?.email == null) return
    if (current.attempt === 1 && (await postponed(payload, invited, deps))) return
    const content = await (invited.role === 'manager' ? toManager : toParticipant)(payload, invited, deps)
    if (content !== undefined) await send(payload, invited, invited.email, content, deps, current)
  },
})

/** Over the limit a mail is not dropped but comes later, and then holds everything that waits by then. */
async function postponed(payload: Payload, { userId }: Invited, { db, log }: JobDeps): Promise<boolean> {
  const count = await countWithin(db, `mail:invitation:${payload.clientId}:${userId}`, hour)
  if (count <= mailsPerHour) return false
  const runAt = new Date(Date.now() + hour * 1000)
  await addJob(db, sendInvitation, payload, { runAt, jobKey: `invitation_later:${payload.membershipId}` })
  log.info({ userId, count }, 'invitation mail postponed')
  return true
}

async function toParticipant(
  { clientId, membershipId, reason }: Payload,
  invited: Invited,
  { db, config: { publicUrl } }: JobDeps,
): Promise<Content | undefined> {
  const tests = await openTests(db, clientId, membershipId)
  const [newest] = tests
  if (newest === undefined) return undefined
  const endsAt = new Date(Math.max(...tests.map(({ linkEnds }) => linkEnds.getTime())))
  const { path } = await db.transaction().execute((tx) =>
    createLink(tx, {
      userId: invited.userId,
      purpose: 'invitation',
      clientId,
      createdBy: newest.createdBy,
      expiresAt: endsAt,
    }),
  )
  return invitationMail(reason, newest.locale, invited, tests, { url: publicUrl + path, endsAt })
}

async function toManager(
  { clientId }: Payload,
  invited: Invited,
  { db, config: { publicUrl } }: JobDeps,
): Promise<Content> {
  const endsAt = invited.managerLinkEnds
  const { path } = await db.transaction().execute((tx) =>
    createLink(tx, {
      userId: invited.userId,
      purpose: 'manager_invitation',
      clientId,
      createdBy: null,
      expiresAt: endsAt,
    }),
  )
  return managerInvitationMail(invited, { url: publicUrl + path, endsAt })
}

async function send(
  { eventKey }: Payload,
  { userId, name, role, client }: Invited,
  address: string,
  content: Content,
  deps: JobDeps,
  current: CurrentJob,
): Promise<void> {
  const message = {
    kind: role === 'manager' ? 'manager_invitation' : 'invitation',
    eventKey,
    to: { name, address },
    fromName: client.name,
    replyTo: { name: client.name, address: client.email },
    content,
  }
  await deliver(deps, message, userId, current)
}
