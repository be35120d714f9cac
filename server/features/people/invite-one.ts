import { z } from 'zod'
import { invitePerson, type makeInvitationLink } from '#contract/invitations.ts'
import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { handOverLink } from '#server/features/memberships/invitations/hand-over.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import type { AuthorizedPerson } from './access.ts'
import { invitationOf, invite, refuseInvitation } from './invite.ts'

/** The result of inviting one person, without the link; `addressed` where a mail goes out instead of one. */
export const outcome = invitePerson.answer.json.omit({ link: true }).extend({ addressed: z.boolean() })
type Outcome = z.infer<typeof outcome>

/** Invites one person, as a list of one. @throws FieldFailure where nothing is given to reach or know them by */
export async function inviteOne(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof invitePerson>,
  actor: Actor,
): Promise<Outcome> {
  await refuseInvitation(tx, client, body, actor)
  const { name, email, phone, staffNumber, role } = body
  const known = role === 'manager' ? email : (email ?? phone ?? staffNumber)
  if (known === undefined)
    throw new FieldFailure({ email: { key: role === 'manager' ? 'required' : 'contact_needed' } })
  const row = {
    name,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(staffNumber !== undefined && { staffNumber }),
  }
  const invitation = { ...invitationOf(body, body.locale ?? actor.locale, actor), rows: [row] }
  const result = await invite(tx, client, invitation)
  const [created, existing] = [result.created[0], result.existing[0]]
  const person = created ?? existing
  if (person !== undefined) {
    const { userId, membershipId } = person
    return {
      outcome: created ? 'created' : 'existing',
      reason: null,
      userId,
      membershipId,
      ...(existing?.otherName && { otherName: true }),
      addressed: person.email !== '',
    }
  }
  const reason = result.failed[0]?.reason ?? null
  return { outcome: 'failed', reason, userId: null, membershipId: null, addressed: email !== undefined }
}

/** The answer, with the link that is in no table: of somebody without an address, null for everybody else. */
export const withLink = async <Came extends Pick<Outcome, 'membershipId' | 'userId' | 'addressed'>>(
  tx: Tx,
  client: AuthorizedClient,
  { addressed, ...came }: Came,
  actor: Actor,
  { deps }: Context,
) => ({ ...came, link: addressed ? null : await linkFor(tx, client, came, actor, deps.config.publicUrl) })

async function linkFor(
  tx: Tx,
  client: AuthorizedClient,
  { membershipId, userId }: Pick<Outcome, 'membershipId' | 'userId'>,
  actor: Actor,
  publicUrl: string,
): Promise<{ url: string; expiresAt: string } | null> {
  if (membershipId === null || userId === null) return null
  const key = { clientId: client.id, membershipId }
  const { path, expiresAt } = await handOverLink(tx, key, { by: actor.userId, replace: false })
  const entry = { by: actor, subjectId: userId, clientId: client.id }
  await recordAudit(tx, { action: 'invitation_link_made', ...entry })
  return { url: publicUrl + path, expiresAt: expiresAt.toISOString() }
}

/** Makes the link of somebody who belongs to the client, to be handed over. @throws Failure client_not_active */
export async function makeLink(
  tx: Tx,
  { client, member }: AuthorizedPerson,
  { replace = false }: BodyOf<typeof makeInvitationLink>,
  actor: Actor,
  { deps }: Context,
): Promise<AnswerOf<typeof makeInvitationLink>> {
  if (client.status !== 'active') throw new Failure('client_not_active')
  const person = { clientId: client.id, membershipId: member.membership_id }
  const { path, expiresAt, tests } = await handOverLink(tx, person, { by: actor.userId, replace })
  const entry = { by: actor, subjectId: member.user_id, clientId: client.id }
  const why = replace ? { reason: 'links_replaced' } : {}
  await recordAudit(tx, { action: 'invitation_link_made', ...why, ...entry })
  const [dueDate = null] = tests.flatMap(({ due }) => due ?? []).sort()
  return {
    url: deps.config.publicUrl + path,
    expiresAt: expiresAt.toISOString(),
    tests: tests.length,
    dueDate,
  }
}
