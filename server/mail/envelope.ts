/** A file that goes with a mail. */
export interface Attachment {
  /** Its file name, with the ending. */
  readonly name: string
  /** Such as `application/pdf`. */
  readonly type: string
  readonly content: Uint8Array
}

/** A message with every header safe to write. */
export interface Envelope {
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo: { name: string; address: string } | undefined
  subject: string
  text: string
  html: string
  /** The address that stops mails of this kind, for mail programs (RFC 8058). */
  unsubscribe: string | undefined
  files: readonly Attachment[]
}
