import type { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import { type CurrentJob, defineJob, type Job } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { translate, type Variables } from '#server/locales.ts'
import { deliver } from './deliver.ts'
import type { Attachment } from './envelope.ts'
import { greeting } from './greeting.ts'
import type { Content, Piece } from './layout.ts'

/** A text of the mail in its reader's language, filled with the mail's words and these variables. */
export type Say = (key: string, variables?: Variables) => string

/** A sentence with pieces that are stressed or can be opened. */
export type Line = readonly Piece[]

/** The reader of a mail, with the facts that it needs of them. */
export interface Recipient {
  /** The person whose history notes the mail; null where nobody has shown that the address is theirs. */
  readonly userId: string | null
  /** The name in the greeting; empty where the address may be somebody else's. */
  readonly name: string
  readonly email: string
  readonly locale: Locale
  /** Values for the placeholders of all its texts. */
  readonly words?: Variables
  /** The client in whose name it is written, and whose managers see that it was sent. An answer goes to its address. */
  readonly client?: { readonly id: string; readonly name: string; readonly email: string }
  /** A line before the closing, with a link to the reader's consents. */
  readonly consents?: Line | undefined
  readonly attachments?: readonly Attachment[]
  /** The address that stops mails of this kind, for the mail's header. */
  readonly unsubscribe?: string | undefined
  /** Replaces the kind of the mail. */
  readonly kind?: string
  /** Names the event that causes the mail; the job unless given. */
  readonly eventKey?: string
}

/** Parts of a mail in their order. One that is false or undefined is left out: `condition && part`. */
type Parts<Part> = readonly (Part | false | undefined)[]

/** The table of a mail. */
export type Rows = Parts<readonly [label: string, value: string]>

/** The words of a mail. A part that is left out is the text of the same name; of `paragraphs` it is `lead`, of `closing` `why`. */
export interface Written {
  readonly subject?: string
  readonly preheader?: string
  readonly paragraphs?: Parts<string | Line>
  readonly rows?: Rows
  /** The page that the button opens, or a whole address; with words of its own in place of `action` and `actionLead`. None: no button. */
  readonly action?: string | { url: string; label: string; lead: string } | undefined
  readonly notes?: Parts<string>
  readonly closing?: Parts<string | Line>
}

/** A mail's name and words, for any reader. */
export interface Letter<Found extends Recipient> {
  /** The mail's purpose, as the history of a person's mails names it. */
  readonly kind: string
  /** Each try carries a link or a code of its own: a mailbox that drops repeated mails must not drop the one that works. */
  readonly newEachTry?: boolean
  /** The blocks in which `say` finds its texts, such as `mail:reset.`, the first one first. The last block is `mail:` itself. */
  readonly texts: readonly string[]
  write(say: Say, found: Found): Written
}

/**
 * Declares a mail, and makes it a job.
 * @param mail `find` says who gets it and with which facts, or nothing when it is no longer due; `write` what it says. Any
 *   error of `find` or of the mail server means that the job tries again later
 */
export function defineMail<const Schema extends z.ZodType, Found extends Recipient>(
  mail: Pick<Job<Schema>, 'name' | 'payload'> &
    Partial<Pick<Job, 'maxAttempts' | 'priority'>> & {
      find(payload: z.output<Schema>, deps: JobDeps, current: CurrentJob): Promise<Found | undefined>
    } & Letter<Found>,
): Job<Schema> & Letter<Found> {
  const job = defineJob<Schema>({
    ...mail,
    async run(payload, deps, current) {
      const found = await mail.find(payload, deps, current)
      if (found !== undefined) await sendMail(mail, found, deps, current)
    },
  })
  return { ...mail, ...job }
}

/**
 * Sends a mail to the person who was found.
 * @throws PermanentFailure for an address that is refused for good; any other error means that the job tries again later
 */
export async function sendMail<Found extends Recipient>(
  letter: Letter<Found>,
  found: Found,
  deps: JobDeps,
  current: CurrentJob,
): Promise<void> {
  const { userId, name, email, client, attachments = [], unsubscribe, kind = letter.kind } = found
  const job = `${current.id} ${current.createdAt.toISOString()}`
  const message = {
    kind,
    eventKey: found.eventKey ?? (letter.newEachTry ? `${job} ${current.attempt}` : job),
    to: { name, address: email },
    ...(client && {
      clientId: client.id,
      fromName: client.name,
      replyTo: { name: client.name, address: client.email },
    }),
    content: contentOf(letter, found, deps.config.publicUrl),
    attachments,
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
  await deliver(deps, message, userId, current)
}

/** The content of a mail for the person who was found. */
export function contentOf<Found extends Recipient>(
  letter: Letter<Found>,
  found: Found,
  publicUrl: string,
): Content {
  const { locale, name, words, consents } = found
  const blocks = [...letter.texts, 'mail:']
  const say: Say = (key, variables) =>
    translate(
      locale,
      blocks.map((block) => block + key),
      { ...words, ...variables },
    )
  const written = letter.write(say, found)
  const { action, paragraphs = [say('lead')], rows = [], notes = [], closing = [say('why')] } = written
  return {
    locale,
    subject: written.subject ?? say('subject'),
    preheader: written.preheader ?? say('preheader'),
    heading: greeting(locale, name),
    paragraphs: present(paragraphs).map(lineOf),
    rows: present(rows).map(([label, value]) => ({ label, value })),
    action: action === undefined ? null : buttonOf(action, say, publicUrl),
    notes: present(notes),
    closing: present([consents, ...closing]).map(lineOf),
  }
}

function buttonOf(action: NonNullable<Written['action']>, say: Say, publicUrl: string): Content['action'] {
  const { url, label, lead } =
    typeof action === 'string' ? { url: action, label: say('action'), lead: say('actionLead') } : action
  const fallback = say('buttonFallback')
  return { label, url: url.startsWith('/') ? publicUrl + url : url, fallback, lead }
}

function present<Part>(parts: Parts<Part>): Part[] {
  return parts.filter((part): part is Part => part !== false && part !== undefined)
}

const lineOf = (line: string | Line): Line => (typeof line === 'string' ? [line] : line)
