import { z } from 'zod'
import { email, line, locale, paragraph, personName, phone } from '#contract/fields.ts'
import { defineJob } from '#server/jobs/define.ts'
import { contactMail } from './emails.ts'

/** Takes a message of the contact form to the address that the configuration names; an answer goes to who wrote it. */
export const sendContactMail = defineJob({
  name: 'send_contact',
  payload: z.strictObject({
    name: personName,
    organisation: line(200),
    email,
    phone: phone.optional(),
    message: paragraph(4000),
    locale,
  }),
  async run(message, { mailer, config }, current) {
    await mailer.send(
      {
        kind: 'contact',
        eventKey: `${current.id} ${current.createdAt.toISOString()}`,
        to: { name: '', address: config.contactEmail },
        replyTo: { name: message.name, address: message.email },
        content: contactMail(message, config.defaultLocale),
      },
      current.signal,
    )
  },
})

export const contactJobs = [sendContactMail]
