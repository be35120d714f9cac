import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demoMailbox } from '#contract/dev.ts'
import { id } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { localeOf } from '#server/locales.ts'
import { fileAddress, mailboxPage, mailPage } from './pages.ts'
import { findDemoFile, findDemoMail, listDemoMails } from './queries.ts'

/** The demo mailbox: mails that a mail server would have sent. Where the installation is no demo, nothing of it exists. */
export function devRoutes(app: FastifyInstance, { db, http }: Pick<Deps, 'db' | 'http'>): void {
  route(app, http, demoMailbox, {
    handle: async ({ query }) =>
      (await listDemoMails(db, query.to)).map((mail) => ({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        links: mail.links,
        kind: mail.kind,
        sentAt: mail.sent_at.toISOString(),
        attachments: mail.attachments.map((one, place) => ({ ...one, url: fileAddress(mail.id, place) })),
      })),
  })
  if (!http.demo) return
  const locale = (request: FastifyRequest) => localeOf(request.headers['accept-language'], http.defaultLocale)

  app.get('/dev/mailbox', async (request, reply) => {
    const query = demoMailbox.query.safeParse(request.query)
    const to = query.data?.to
    return page(reply, mailboxPage(await listDemoMails(db, to), to, locale(request)))
  })
  app.get('/dev/mailbox/:id', async (request, reply) => {
    const params = z.object({ id }).safeParse(request.params)
    const mail = params.success ? await findDemoMail(db, params.data.id) : undefined
    if (mail === undefined) throw new Failure('not_found')
    return page(reply, mailPage(mail, locale(request)))
  })
  app.get('/dev/mailbox/:id/files/:place', async (request, reply) => {
    const params = z.object({ id, place: z.coerce.number().int().min(0).max(99) }).safeParse(request.params)
    const file = params.success ? await findDemoFile(db, params.data.id, params.data.place) : undefined
    if (file === undefined) throw new Failure('not_found')
    return reply.type(file.type).header('content-disposition', attachment(file.name)).send(file.content)
  })
}

// Mails carry inline styles and their mark; a script never runs here, in the page or in the mail it shows.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (reply: FastifyReply, markup: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(markup)
