import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type { WorkCounts } from '#server/jobs/counts.ts'
import { displayName, fileName, headerLine, InvalidAddress, oneAddress } from './clean.ts'
import type { Attachment, Envelope } from './envelope.ts'
import { type Content, mailHtml } from './layout.ts'
import { insertDemoMail } from './queries.ts'
import { openSmtp } from './smtp.ts'
import { mailText } from './text.ts'

/** A mail to one person. */
export interface Message {
  /** The purpose, such as `invitation`. */
  kind: string
  /** Names the business event that causes the mail: the same event sent again carries the same Message-ID. */
  eventKey: string
  to: { name: string; address: string }
  /** The client that it is from, where its managers may see that it was sent. */
  clientId?: string
  /** The sender's name, shown as "Anadolu Gıda A.Ş. (Terazi)". */
  fromName?: string
  /** The recipient of replies. */
  replyTo?: { name: string; address: string }
  content: Content
  /** The picture of the content's logo. */
  logo?: Uint8Array | undefined
  /** The address that stops mails of this kind, also without signing in. */
  unsubscribe?: string
  attachments?: readonly Attachment[]
}

export interface Mailer {
  /**
   * Hands the mail over, or keeps it in the demo mailbox.
   * @throws InvalidAddress when trying again cannot help; any other error may pass
   * @throws Unconfirmed when it may have gone out
   */
  send(message: Message, signal?: AbortSignal): Promise<void>
  /** Closes the connections to the mail server. */
  close(): void
}

export interface MailerOptions {
  /** `smtp://` or `smtps://` with user and password; without it mails go to the demo mailbox. */
  smtpUrl?: string | undefined
  /** The sender, `Name <address>` or an address alone. */
  from: string
  db: Database
  /** Longest time for one mail, in milliseconds. */
  limitMs?: number
  /** Counts what the mail server took and did not take. */
  counts?: WorkCounts
}

/**
 * Makes the mailer.
 * @throws InvalidAddress when `from` contains no address
 */
export function createMailer({ smtpUrl, from, db, limitMs = 60_000, counts }: MailerOptions): Mailer {
  const sender = parseSender(from)
  if (smtpUrl === undefined) {
    const keep = async (message: Message) => insertDemoMail(db, message.kind, envelope(message, sender))
    return {
      send: (message) => counted(counts, keep(message)),
      close: () => undefined,
    }
  }
  const smtp = openSmtp(smtpUrl, limitMs)
  const send = async (message: Message, signal?: AbortSignal) => smtp.send(envelope(message, sender), signal)
  return {
    send: (message, signal) => counted(counts, send(message, signal)),
    close: () => smtp.close(),
  }
}

async function counted(counts: WorkCounts | undefined, sending: Promise<void>): Promise<void> {
  try {
    await sending
    if (counts) counts.mailsSent += 1
  } catch (error) {
    if (counts) counts.mailsFailed += 1
    throw error
  }
}

// The operator's own words: also an address without a dot, which no person may have.
function parseSender(from: string): { name: string; address: string } {
  const [, name = '', inBrackets] = /^([^<]*)<([^<>]*)>$/.exec(from.trim()) ?? []
  const address = (inBrackets ?? from).trim()
  if (!/^[^<>@\s,;]+@[^<>@\s,;]+$/.test(address))
    throw new InvalidAddress('the sender is not one mail address')
  return { name: displayName(name) || 'Terazi', address }
}

/** The name that a mail in somebody's name is from, as mail programs show it: "Anadolu Gıda A.Ş. (Terazi)". */
export const senderName = (fromName: string | undefined, platform: string): string =>
  fromName ? `${displayName(fromName)} (${platform})` : platform

function envelope(message: Message, sender: { name: string; address: string }): Envelope {
  const { fromName, replyTo, content } = message
  const [, domain] = sender.address.split('@')
  const id = createHash('sha256').update(`${message.kind}:${message.eventKey}`).digest('base64url')
  return {
    messageId: `<${id}@${domain}>`,
    from: { ...sender, name: senderName(fromName, sender.name) },
    to: { name: displayName(message.to.name), address: oneAddress(message.to.address) },
    replyTo: replyTo && { name: displayName(replyTo.name), address: oneAddress(replyTo.address) },
    subject: headerLine(content.subject),
    text: mailText(content),
    html: mailHtml(content),
    logo: message.logo,
    unsubscribe: message.unsubscribe,
    files: (message.attachments ?? []).map((file) => ({ ...file, name: fileName(file.name) })),
  }
}
