import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { consentsPage } from '#contract/pages.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { defineMail } from '#server/mail/define.ts'
import { findWithdrawn } from './mail-queries.ts'
import { writeErasureMarks } from './mark-job.ts'

/**
 * Tells a person that a consent of theirs was withdrawn, and what was erased or hidden, at an address that they have shown to be
 * theirs: somebody else may have opened their page. Lists of mails show subject and preheader, so these don't name the test. The
 * part that a consent was for is never named.
 */
export const sendConsentWithdrawn = defineMail({
  name: 'send_consent_withdrawn',
  kind: 'consent_withdrawn',
  payload: z.strictObject({
    clientId: id,
    assignmentId: id,
    /** It covered all of the test, and not single scales. */
    whole: z.boolean(),
    /** A legal hold hides the answers in place of erasing them; `gone`: the test had been erased before. */
    outcome: z.enum(['erased', 'hidden', 'gone']),
  }),
  async find({ whole, outcome, ...key }, { db }, { createdAt }) {
    const person = await findWithdrawn(db, key)
    if (person === undefined) return undefined
    const { client: writer, versionId, ...reader } = person
    const test = nameOf(await getVersion(db, versionId), reader.locale)
    const at = formatDateTime(createdAt.toISOString(), reader.locale, writer.timeZone)
    return { ...reader, writer, whole, outcome, test, at, words: { client: writer.name } }
  },
  texts: ['mail:consentWithdrawn.'],
  write: (say, { locale, writer, whole, outcome, test, at }) => ({
    preheader: say('notYou'),
    paragraphs: [
      say('lead'),
      outcome === 'gone' ? say('gone') : whole ? say(`whole.${outcome}`) : say(`part.${outcome}`),
      say('notYou'),
    ],
    rows: [
      [say('row.test'), test],
      [say('row.at'), `${at} (${writer.timeZone})`],
    ],
    // It opens nothing: they sign in first.
    action: consentsPage,
    closing: [contactLine(locale, writer), say('why')],
  }),
})

export const erasureJobs = [sendConsentWithdrawn, writeErasureMarks]
