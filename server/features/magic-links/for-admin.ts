import { managesAdmins } from '#contract/access.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Deps } from '#server/deps.ts'
import { createLink } from '#server/features/links/links.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendAdminLinkNotice } from './jobs.ts'
import { findForAdmin } from './queries.ts'

/**
 * Makes a sign-in link, good for 24 hours and one use, that an operator hands to somebody who cannot get in. Audited,
 * and mailed to that person as a notice: a link for somebody else is a way to act in their name.
 * @throws Failure not_found for an unknown address, and to an admin for other admins and superusers, alike
 */
export async function makeLinkFor(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  email: string,
  address: string,
): Promise<{ link: string; expiresAt: string }> {
  const person = await findForAdmin(db, email)
  if (person === undefined || (person.authority.length > 0 && !managesAdmins(caller)))
    throw new Failure('not_found')
  const { path } = await db.transaction().execute(async (tx) => {
    const made = await createLink(tx, {
      userId: person.id,
      purpose: 'admin_magic',
      clientId: null,
      createdBy: caller.userId,
      expiresAt: person.endsAt,
    })
    const entry = { actorId: caller.userId, subjectId: person.id, address }
    await recordAudit(tx, { action: 'admin_link_made', ...entry })
    await addJob(tx, sendAdminLinkNotice, { userId: person.id, madeBy: caller.userId })
    return made
  })
  return { link: config.publicUrl + path, expiresAt: person.endsAt.toISOString() }
}
