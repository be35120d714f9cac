import { createTransport, type NodemailerError } from 'nodemailer'
import { wireAddress } from '#contract/fields.ts'
import { InvalidAddress } from './clean.ts'
import type { Envelope } from './envelope.ts'
import { markContentId, markFile } from './mark.ts'
import { Unconfirmed } from './unconfirmed.ts'

/** Connections to the mail server, kept open between mails. */
export function openSmtp(url: string, limitMs: number) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    // Sending again is the job queue's business: it waits longer each time and survives a restart.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ files, unsubscribe, ...mail }: Envelope, signal?: AbortSignal): Promise<void> {
      // A server that answers a byte at a time never trips the socket's limit.
      const limit = AbortSignal.timeout(limitMs)
      try {
        await transport.sendMail({
          ...mail,
          to: { ...mail.to, address: wireAddress(mail.to.address) },
          envelope: { from: mail.from.address, to: [wireAddress(mail.to.address)] },
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
          },
          attachments: [
            { filename: 'terazi.png', content: markFile, cid: markContentId, contentDisposition: 'inline' },
            ...files.map(({ name, type, content }) => ({
              filename: name,
              contentType: type,
              content: Buffer.from(content),
            })),
          ],
          xMailer: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        })
      } catch (error) {
        throw readable(error)
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: a mail program shows a button of its own, and posts to the address when it is pressed. */
const unsubscribeHeaders = (url: string) => ({
  // Not folded, so that no mail program meets a broken address.
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The server's words may quote the address or the mail; its codes do not. */
function readable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('mail was not sent')
  const { code, command, response, responseCode, permanent }: NodemailerError = error
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const what = [code, command, responseCode, enhanced].filter((part) => part !== undefined).join(' ')
  // 5.7.x speaks of us (not allowed to relay, listed, wrong password), not of the address: somebody may fix it.
  const ofAddress = command === 'RCPT TO' && permanent === true && !enhanced?.startsWith('5.7.')
  if (ofAddress) return new InvalidAddress(`address refused: ${what}`)
  const words = `mail not sent: ${what || error.name}`
  // Refused by an answer of the server's, or the server was never reached.
  const refused = responseCode !== undefined || isBeforeConnection(error)
  return refused ? new Error(words) : new Unconfirmed(words)
}

const isBeforeConnection = (error: Error) =>
  'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
