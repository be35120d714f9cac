import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { readMail } from '#test/support/read-mail.ts'
import { type SmtpProcess, startSmtp } from '#test/support/smtp-process.ts'
import { InvalidAddress } from './clean.ts'
import type { Content } from './layout.ts'
import { createMailer, type Mailer, type Message } from './mailer.ts'
import { markFile } from './mark.ts'
import { Unconfirmed } from './unconfirmed.ts'

let database: TestDatabase
let smtp: SmtpProcess
const mailers: Mailer[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  smtp = await startSmtp()
})
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close()
  await smtp.setMode('accept')
})
afterAll(async () => {
  await smtp.end()
  await database.drop()
})

function mailer(options: { limitMs?: number; smtpUrl?: string | undefined } = {}): Mailer {
  const made = createMailer({
    smtpUrl: smtp.url,
    from: 'Terazi <davet@terazi.example>',
    db: database.db,
    ...options,
  })
  mailers.push(made)
  return made
}

const content: Content = {
  locale: 'tr',
  subject: 'Şükrü İğneci’nin sınavı: ığüşöç ĞÜŞİÖÇ',
  preheader: 'Önizleme',
  heading: 'Merhaba, ŞÜKRÜ İĞNECİ',
  paragraphs: [[{ strong: 'Çağdaş & Oğulları <A.Ş.>' }, ' sizden bir test çözmenizi istiyor.']],
  rows: [{ label: 'Son gün', value: '27.11.2026, 23.59' }],
  action: {
    label: 'Teste git',
    url: 'https://terazi.example/magic-link/a/b?c=1&d="',
    fallback: 'Adres:',
    lead: 'Açın:',
  },
  notes: ['Bağlantıyı açmak testi başlatmaz.'],
  closing: [['Arayın: ', { link: 'tel:02320000000', label: '0232 000 00 00' }]],
}

const message = (changes: Partial<Message> = {}): Message => ({
  kind: 'invitation',
  eventKey: 'event-1',
  to: { name: 'ŞÜKRÜ İĞNECİ', address: 'sukru@example.com' },
  fromName: 'Anadolu Gıda A.Ş.',
  replyTo: { name: 'Anadolu Gıda A.Ş.', address: 'ik@anadolu.example' },
  content,
  ...changes,
})

async function lastMail() {
  const received = (await smtp.messages()).at(-1)
  if (received === undefined) throw new Error('no mail came')
  return { ...received, ...readMail(received.raw) }
}

describe('what arrives', () => {
  test('names, subject and body keep their Turkish letters', async () => {
    await mailer().send(message())
    const mail = await lastMail()
    expect(mail.from).toBe('davet@terazi.example')
    expect(mail.to).toEqual(['sukru@example.com'])
    expect(mail.headers.get('from')).toBe('Anadolu Gıda A.Ş. (Terazi) <davet@terazi.example>')
    expect(mail.headers.get('to')).toBe('ŞÜKRÜ İĞNECİ <sukru@example.com>')
    expect(mail.headers.get('reply-to')).toBe('Anadolu Gıda A.Ş. <ik@anadolu.example>')
    expect(mail.headers.get('subject')).toBe(content.subject)
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.text).toContain('Merhaba, ŞÜKRÜ İĞNECİ')
    expect(mail.html).toContain('lang="tr"')
    expect(mail.attachments.get('mark@terazi')).toEqual(markFile)
    expect(mail.html).toContain('src="cid:mark@terazi"')
  })

  test('a mail that can be stopped says where, so that one press does it (RFC 8058); others do not', async () => {
    const address = `https://terazi.example/unsubscribe/finished-${'x'.repeat(86)}`
    await mailer().send(message({ unsubscribe: address }))
    const { raw, headers } = await lastMail()
    expect(raw).toContain(`\r\nList-Unsubscribe: <${address}>\r\n`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await mailer().send(message())
    expect((await lastMail()).headers.has('list-unsubscribe')).toBe(false)
  })

  test('SR-41: the HTML shows what the plain text says, and every value is escaped', async () => {
    await mailer().send(message())
    const { html, text } = await lastMail()
    const shown = html
      .replace(/<(style|title|div style="display:none)[\s\S]*?<\/(style|title|div)>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
    const words = text.split(/\s+/).filter((word) => word !== '' && word !== '--' && word !== 'Açın:')
    for (const word of words) expect(shown).toContain(word)
    expect(html).toContain('Çağdaş &amp; Oğulları &lt;A.Ş.&gt;')
    expect(html).toContain('href="https://terazi.example/magic-link/a/b?c=1&amp;d=&quot;"')
  })

  test('files come along as they are, and the mark stays in the mail', async () => {
    const content = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256))
    await mailer().send(
      message({
        attachments: [
          { name: 'TRZ2026000000042.pdf', type: 'application/pdf', content },
          { name: '../not\r\nBcc: a@b.example.txt', type: 'text/plain', content: Buffer.from('ı\n') },
        ],
      }),
    )
    const mail = await lastMail()
    expect([...mail.files]).toEqual([
      ['TRZ2026000000042.pdf', { type: 'application/pdf', content }],
      ['.. not Bcc a@b.example.txt', { type: 'text/plain', content: Buffer.from('ı\n') }],
    ])
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.text).toContain('Merhaba, ŞÜKRÜ İĞNECİ')
    expect(mail.attachments.get('mark@terazi')).toEqual(markFile)
  })

  test('the same event carries the same Message-ID, another one another', async () => {
    const sender = mailer()
    const ids: (string | undefined)[] = []
    for (const eventKey of ['event-1', 'event-1', 'event-2']) {
      await sender.send(message({ eventKey }))
      ids.push((await lastMail()).headers.get('message-id'))
    }
    expect(ids[0]).toMatch(/^<[\w-]{43}@terazi\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('SR-42: a line break in a name or a subject starts no header', async () => {
    const evil = 'Ali\r\nBcc: victim@example.com\u0000\u202e'
    await mailer().send(
      message({
        to: { name: evil, address: 'ali@example.com' },
        fromName: evil,
        replyTo: { name: evil, address: 'ik@anadolu.example' },
        content: { ...content, subject: evil, heading: evil },
      }),
    )
    const mail = await lastMail()
    expect(mail.to).toEqual(['ali@example.com'])
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.headers.get('subject')).toBe('Ali Bcc: victim@example.com')
    expect(mail.headers.get('to')).toBe('"Ali Bcc: victim example.com" <ali@example.com>')
  })

  test('SR-42: a sender name cannot pass for another address', async () => {
    await mailer().send(message({ fromName: 'Bank <security@bank.example>' }))
    expect((await lastMail()).headers.get('from')).toBe(
      '"Bank security bank.example (Terazi)" <davet@terazi.example>',
    )
  })
})

describe('what does not', () => {
  test.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'Ali <a@example.com>',
    'ali',
    '',
  ])('refuses %j as an address', async (address) => {
    const before = (await smtp.messages()).length
    await expect(mailer().send(message({ to: { name: 'Ali', address } }))).rejects.toThrow(InvalidAddress)
    expect(await smtp.messages()).toHaveLength(before)
  })

  test('an address that the server does not know is distinguished from one to try again', async () => {
    await smtp.setMode('refuse-recipient')
    const refused = mailer().send(message({ to: { name: 'Ali', address: 'nobody@example.com' } }))
    await expect(refused).rejects.toThrow(InvalidAddress)
    await expect(refused).rejects.toThrow('550 5.1.1')
    await expect(refused).rejects.not.toThrow('nobody@example.com')
    await smtp.setMode('temporary')
    const later = mailer().send(message())
    await expect(later).rejects.not.toThrow(InvalidAddress)
    await expect(later).rejects.toThrow('451')
    await expect(later).rejects.not.toThrow(Unconfirmed)
  })

  test('a mail that may have gone out is distinguished from one that has not', async () => {
    await smtp.setMode('drop-after-data')
    await expect(mailer().send(message())).rejects.toThrow(Unconfirmed)
    const unreachable = mailer({ smtpUrl: 'smtp://127.0.0.1:1' }).send(message())
    await expect(unreachable).rejects.toThrow('mail not sent')
    await expect(unreachable).rejects.not.toThrow(Unconfirmed)
  })

  test('a server that takes a message and never answers is given up', async () => {
    await smtp.setMode('hold')
    await expect(mailer({ limitMs: 300 }).send(message())).rejects.toThrow('mail not sent')
    await smtp.release()
  })
})

test('without a mail server the mail is kept for the demo mailbox, with its links', async () => {
  const link = 'https://terazi.example/participant/consents'
  const named = { ...content, closing: [[{ link, label: 'Okuduğunuz metinler' }]] }
  await mailer({ smtpUrl: undefined }).send(message({ content: named }))
  const kept = await database.db.selectFrom('demo_mails').selectAll().execute()
  expect(kept).toMatchObject([
    {
      recipient: 'sukru@example.com',
      subject: content.subject,
      kind: 'invitation',
      // In the text it is in brackets, which aren't part of it.
      links: ['https://terazi.example/magic-link/a/b?c=1&d=', link],
    },
  ])
})
