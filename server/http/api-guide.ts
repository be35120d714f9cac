import { callsPerMinute } from '#contract/api-keys.ts'

/** One request by key, as the documentation shows it and a test makes it. Words in capitals are the reader's own values. */
export interface Example {
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/** From an invitation to the result, in this order. */
export const examples: readonly Example[] = [
  { title: 'Which tests can be assigned, and the quota', method: 'GET', path: '/api/clients/CLIENT/quotas/' },
  {
    title: 'Invite somebody and assign a test',
    method: 'POST',
    path: '/api/clients/CLIENT/invite_emails/',
    body: { emails: [{ email: 'ada@example.com', name: 'Ada Deniz' }], inventoryIds: ['TEST'] },
  },
  { title: 'List people', method: 'GET', path: '/api/clients/CLIENT/candidates/' },
  {
    title: 'Follow the tests of a person',
    method: 'GET',
    path: '/api/clients/CLIENT/assignments/?user=USER',
  },
  { title: 'One assignment', method: 'GET', path: '/api/assignments/ASSIGNMENT/' },
  {
    title: 'Results with scores',
    method: 'GET',
    path: '/api/clients/CLIENT/assignments/?status=completed&inventory=ENGLISH&scores=1',
  },
  { title: 'A report as data', method: 'GET', path: '/api/assignments/COMPLETED/report/' },
  { title: 'A report as PDF', method: 'GET', path: '/api/assignments/COMPLETED/report.pdf' },
]

const curl = ({ method, path, body }: Example) =>
  [
    `curl "https://HOST${path}"`,
    `-H "Authorization: Bearer tzk_…"`,
    ...(method === 'POST' ? ['-H "Idempotency-Key: INVITATION-4711"'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ')

/** How other systems use the API, as Markdown. */
export const keyGuide = (): string => `## API keys

Managers with full access create API keys under Organisation → Integrations. Another system sends its key with each call:
\`Authorization: Bearer tzk_…\`. A key acts as its organisation, never as a person. It reaches that organisation alone, and
nothing of sensitive tests and scales. Words in capitals below are your own values: HOST is the name of this installation, such as
\`terazi.example.com\`.

- **Scopes.** A call that takes keys names its scope. All other calls answer 403 \`api_key_scope\`. Inviting people to tests needs
  \`people:write\` and \`assignments:write\`.
- **Language.** Send \`Accept-Language: en\` or \`tr\`: messages and reports come in that language.
- **Idempotency-Key.** Each change needs one, such as the number of your own record. Repeat the call with the same key and body
  if you got no answer: it returns the first answer, and nothing happens twice. All keys of an organisation count as one caller, so
  you can repeat a call with a new key. What somebody else sent with this Idempotency-Key, or you with another body, answers
  409 \`idempotency_key_reused\`; each is remembered for a week. Without one the answer is 400 \`idempotency_key_required\`.
- **Limit.** ${callsPerMinute} calls a minute. Then the answer is 429; wait as many seconds as \`Retry-After\` says.
- **Refused keys.** 401 \`api_key_refused\` is the answer to a key that is wrong, expired, revoked or used from another network.

${examples.map((example) => `${example.title}:\n\n\`\`\`sh\n${curl(example)}\n\`\`\``).join('\n\n')}
`
