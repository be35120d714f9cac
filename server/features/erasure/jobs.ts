import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { consentsPage } from '#contract/pages.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { consentWithdrawnMail } from './emails.ts'
import { findWithdrawn } from './mail-queries.ts'

/** Tells a person that a consent of theirs was withdrawn, at an address that they have shown to be theirs. */
export const sendConsentWithdrawn = defineJob({
  name: 'send_consent_withdrawn',
  payload: z.strictObject({
    clientId: id,
    assignmentId: id,
    /** It covered all of the test, and not single scales. */
    whole: z.boolean(),
    /** A legal hold hides the answers in place of erasing them; `gone`: the test had been erased before. */
    outcome: z.enum(['erased', 'hidden', 'gone']),
  }),
  async run({ whole, outcome, ...key }, deps, current) {
    const person = await findWithdrawn(deps.db, key)
    if (person === undefined) return
    const { userId, name, email, locale, versionId } = person
    const test = nameOf(await getVersion(deps.db, versionId), locale)
    const about = { test, whole, outcome, at: current.createdAt }
    const message = {
      kind: 'consent_withdrawn',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: consentWithdrawnMail(person, about, deps.config.publicUrl + consentsPage),
    }
    await deliver(deps, message, userId, current)
  },
})

export const erasureJobs = [sendConsentWithdrawn]
