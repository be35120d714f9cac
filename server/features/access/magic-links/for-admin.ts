import { managesAdmins } from '#contract/access.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { magicLinkForAdmin } from '#contract/users.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/database.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendAdminLinkNotice } from './jobs.ts'
import { findForAdmin } from './queries.ts'

/**
 * Makes a sign-in link, good for 24 hours and one use, that an operator hands to somebody who cannot get in. Audited,
 * and mailed to that person as a notice: a link for somebody else is a way to act in their name.
 * @throws Failure not_found for an unknown address, and to an admin for other admins and superusers, alike
 */
export async function makeLinkFor(
  tx: Tx,
  _platform: undefined,
  { email }: BodyOf<typeof magicLinkForAdmin>,
  actor: Actor,
  { deps }: Context,
): Promise<{ link: string; expiresAt: string }> {
  const person = await findForAdmin(tx, email)
  if (person === undefined || (person.authority.length > 0 && !managesAdmins(actor.caller)))
    throw new Failure('not_found')
  const { path } = await createLink(tx, {
    userId: person.id,
    purpose: 'admin_magic',
    clientId: null,
    createdBy: actor.userId,
    expiresAt: person.endsAt,
  })
  await recordAudit(tx, { action: 'admin_link_made', by: actor, subjectId: person.id })
  await addJob(tx, sendAdminLinkNotice, { userId: person.id, madeBy: actor.userId })
  return { link: deps.config.publicUrl + path, expiresAt: person.endsAt.toISOString() }
}
