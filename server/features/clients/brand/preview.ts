import type { previewBrand } from '#contract/brand.ts'
import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { drawnBrandOf, lookOf, onPaper } from '#server/features/memberships/brands/brands.ts'
import { invitation, type Waiting } from '#server/features/memberships/invitations/emails.ts'
import { slipOf } from '#server/features/people/slips/slips.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { contentOf } from '#server/mail/define.ts'
import { mailHtml } from '#server/mail/layout.ts'
import { senderName } from '#server/mail/mailer.ts'
import { withPictures } from '#server/mail/mark.ts'
import { requireSeen } from './brand.ts'
import { findContact } from './queries.ts'
import { sampleInvitation, sampleReport } from './sample.ts'

type Body = BodyOf<typeof previewBrand>

/**
 * Draws a mail, a slip or a report as it would look with these fields, as the real ones are drawn; the logo is the stored one.
 * @throws FieldFailure for a colour that can't be seen
 */
export async function drawPreview(
  db: Database,
  client: AuthorizedClient,
  { place, locale, ...fields }: Body,
  _actor: Actor,
  { deps }: Context,
): Promise<AnswerOf<typeof previewBrand>> {
  requireSeen(fields.color)
  const { publicUrl } = deps.config
  const { logo, image } = await drawnBrandOf(db, client.id)
  const shown = { ...client, ...(await findContact(db, client.id)) }
  const link = sampleInvitation(shown, locale)
  const nothing = { from: '', subject: '', html: '', svg: '' }
  if (place === 'mail') {
    const { invited } = link
    const intro = locale === 'tr' ? fields.introTr : fields.introEn
    const found: Waiting = {
      userId: null,
      name: invited.name,
      email: invited.email ?? '',
      locale,
      words: { client: client.name, count: link.tests.length },
      client: { id: client.id, name: client.name, email: shown.email },
      invited,
      reason: 'invited',
      tests: link.tests,
      intro,
      url: publicUrl + link.path,
      endsAt: link.expiresAt,
    }
    const brand = {
      senderName: fields.senderName,
      color: fields.color,
      logo: logo === null || image === undefined ? null : { ...logo, image },
    }
    const content = contentOf(invitation, found, publicUrl, brand)
    return {
      ...nothing,
      from: senderName(fields.senderName || client.name, 'Terazi'),
      subject: content.subject,
      html: withPictures(mailHtml(content), image),
    }
  }
  const look = lookOf({ logo, color: fields.color })
  const brand = look && onPaper(look, image)
  const page = place === 'slip' ? { slip: slipOf(link, publicUrl) } : { report: sampleReport(client, locale) }
  return { ...nothing, svg: await deps.pdf.drawPage(page, locale, brand) }
}
