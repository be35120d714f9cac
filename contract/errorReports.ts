import { secretPages } from './pages.ts'

/** Settings for reports to an error service, by the server and by the browser. */
export const errorReportSettings = {
  release: '1.0.0',
  environment: 'production',
  tracesSampleRate: 0.1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  // A random id and a network address identify the person; nothing that was sent or typed is included.
  dataCollection: {
    userInfo: true,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
    databaseQueryData: false,
    stackFrameVariables: false,
  },
}

const secretPaths = secretPages.map((page) => page.split('/:')[0]).join('|')

const rules: readonly (readonly [RegExp, string])[] = [
  // Links that contain who or what they are for.
  [/\b(?:mailto|tel|whatsapp):[^\s"'<>\\)]*/gi, '(link)'],
  [/https?:\/\/(?:wa\.me|api\.whatsapp\.com)[^\s"'<>\\)]*/gi, '(link)'],
  // The part of an address that is itself the permission.
  [new RegExp(`(${secretPaths})/[^\\s"'<>\\\\?#]+`, 'g'), '$1/(secret)'],
  // The query and hash of an address, absolute or beginning with a slash.
  [/(https?:\/\/[^\s"'<>\\?#]*)[?#][^\s"'<>\\)]*/g, '$1'],
  [/((?:^|["'\s(])\/[^\s"'<>\\?#]*)[?#][^\s"'<>\\)]*/g, '$1'],
]

/**
 * A text without what an error report must not hold: links to people, secrets in addresses, searches, email addresses.
 * The text may be JSON and stays JSON.
 */
export const withoutSecrets = (text: string): string =>
  rules
    .reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text)
    // By words: looking for an address from each letter of a long one takes the square of its length.
    .replace(/[\w.+-]+(?:@[\w.+-]+)*/g, (word) => (hasAddress.test(word) ? '(email)' : word))

const hasAddress = /[\w.+-]@(?:[\w-]+\.)+[a-z]{2,}/i

/** One part of what the library sends: a header that names its kind, and an event, a recording, or what else there is. */
type Part = readonly [header: { readonly type: string; readonly length?: number }, payload: unknown]

const sentKinds = new Set(['event', 'transaction', 'replay_event', 'replay_recording', 'client_report'])

/**
 * The parts of one message to the error service without secrets. Parts of other kinds, such as attachments, and parts
 * that cannot be read as text are left out.
 * @param parts the second half of an envelope, as the library gives it to its transport
 */
export const cleanParts = (parts: readonly unknown[]): Part[] =>
  (parts as readonly Part[]).filter(([{ type }]) => sentKinds.has(type)).flatMap(cleanPart)

function cleanPart([header, payload]: Part): Part[] {
  if (payload instanceof Uint8Array) return []
  if (typeof payload !== 'string') return [[header, JSON.parse(withoutSecrets(JSON.stringify(payload)))]]
  const text = withoutSecrets(payload)
  return [
    [
      header.length === undefined ? header : { ...header, length: new TextEncoder().encode(text).length },
      text,
    ],
  ]
}
