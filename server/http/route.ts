import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOperator, managesAdmins, mayCall } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import { type BodyOf, type Call, type ParamsOf, type QueryOf, singleSignOnMay } from '#contract/kit.ts'
import { localeOf } from '#server/locales.ts'
import {
  attemptTokenPrefix,
  type Caller,
  type CallerOf,
  hasScope,
  isOpen,
  scopeMissing,
  tabletTokenPrefix,
} from './caller.ts'
import { Failure, heldFailure } from './failure.ts'
import { fieldErrors } from './field-errors.ts'
import { sendProblem } from './problems.ts'
import { surplusOf } from './surplus.ts'
import { readUpload } from './uploads.ts'

/** A signed-in person asked for what their roles do not allow, or for a record of a client that is not theirs. */
export interface Refusal {
  readonly entry: Call
  readonly caller: Caller
  readonly address: string
  /** The ids that named a record which they do not have, whether or not there is one. */
  readonly sought?: Readonly<Record<string, string>>
}

/** The facts about the application that every route needs. */
export interface HttpContext {
  readonly demo: boolean
  readonly defaultLocale: Locale
  /** The person a live session token belongs to, or null. */
  findCaller(token: string): Promise<Caller | null>
  /** The API key that a token is, asked from this address; null for one that is not accepted. */
  findKey(token: string, address: string): Promise<Caller | null>
  /** Writes it down. */
  recordRefusal(refusal: Refusal): Promise<void>
  /** True while the installation was restored and nobody has activated it: superusers alone are let in. */
  isHeld(): boolean
}

export interface Input<C extends Call, Subject> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly caller: CallerOf<C>
  /** The subject that `load` found and authorised. */
  readonly subject: Subject
  readonly locale: Locale
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The answer to `Prefer: respond-async`: what is asked for goes on behind the scenes. */
export class Accepted<Json> {
  readonly json: Json
  constructor(json: Json) {
    this.json = json
  }
}

/** True when the caller would rather be answered before the work is done. */
export function prefersAsync(request: FastifyRequest): boolean {
  return /(^|[,;\s])respond-async($|[,;\s])/i.test(String(request.headers.prefer ?? '').slice(0, 200))
}

export type AcceptedBy<C extends Call> = C['accepted'] extends { json: infer S }
  ? S extends z.ZodType
    ? Accepted<z.input<S>>
    : never
  : never

/** The result of a handler. */
export type Answered<C extends Call> = C['answer'] extends { json: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : C['answer'] extends { file: string }
    ? Uint8Array | Readable
    : undefined

interface Options<C extends Call, Subject> {
  /** Loads and authorises the record that the path names, before the body is read: a stranger learns nothing from 400s. */
  load?(input: { params: ParamsOf<C>; caller: CallerOf<C>; request: FastifyRequest }): Promise<Subject>
  handle(input: Input<C, Subject>): Promise<Answered<C> | AcceptedBy<C>>
}

const megabyte = 1024 * 1024
/**
 * The size limit for bodies that anybody may send: they cost little, and the longest message that a form takes has room.
 */
export const guestLimit = 32 * 1024
const noBody = z.strictObject({})

/**
 * Serves a contract entry. The checks run in one fixed order: token (401), role (403), the record the path names (404),
 * the body (400), then the handler's own rules (409).
 */
export function route<const C extends Call, Subject = undefined>(
  app: FastifyInstance,
  context: HttpContext,
  entry: C,
  options: Options<C, Subject>,
): void {
  const admitted = new WeakMap<
    FastifyRequest,
    { caller: CallerOf<C>; subject: Subject; params: ParamsOf<C> }
  >()
  app.route({
    method: entry.method,
    url: entry.root ? entry.path : `/api${entry.path}`,
    // A file leaves an entry on record: nobody gets that without the file.
    exposeHeadRoute: !('file' in entry.answer),
    bodyLimit: entry.bodyLimit ?? (isOpen(entry.access) ? guestLimit : megabyte),
    config: { entry },
    async onRequest(request) {
      if (entry.access === 'demo' && !context.demo) throw new Failure('not_found')
      const key = keyOf(request)
      const caller =
        key === undefined
          ? await identify(context, entry, request)
          : // A call without a scope refuses every key, so that its type has none.
            ((await identifyKey(context, entry, request, key)) as CallerOf<C>)
      if (context.isHeld() && !servesHeld(entry, caller)) throw heldFailure()
      const params = parseParams(entry, request)
      const load = async () => options.load?.({ params, caller, request })
      // A call without load has no subject, and its handler's type says so.
      const subject = (await noteRefusal(context, entry, caller, request, load)) as Subject
      admitted.set(request, { caller, subject, params })
    },
    async handler(request, reply) {
      const seen = admitted.get(request)
      if (seen === undefined) throw new Error(`${entry.name} was reached without its checks`)
      if (entry.method !== 'GET' && isCaller(seen.caller) && seen.caller.key !== null) requireKeyed(request)
      const locale = localeOf(request.headers['accept-language'], context.defaultLocale)
      const parsed = parseInput(entry, request, locale)
      if ('errors' in parsed) return sendProblem(request, reply, 'invalid_request', parsed.errors)
      if (entry.upload) parsed.body = (await readUpload(request, entry)) as BodyOf<C>
      const handle = () => options.handle({ ...seen, ...parsed, locale, request, reply })
      const answer = await noteRefusal(context, entry, seen.caller, request, handle)
      return send(entry, reply, answer)
    },
  })
}

/** What is answered while the installation is held: how it is, signing in, and superusers. */
function servesHeld({ name, access }: Call, caller: unknown): boolean {
  if (isOpen(access)) return servedHeld.has(name)
  return isCaller(caller) && managesAdmins(caller)
}
const servedHeld = new Set([
  ...['live', 'ready', 'metrics', 'authToken'],
  ...['secondFactor', 'setUpSecondFactor', 'finishSecondFactorSetup'],
])

async function identify<C extends Call>(
  context: HttpContext,
  entry: C,
  request: FastifyRequest,
): Promise<CallerOf<C>> {
  // The conditional type follows from `access`, which TypeScript cannot narrow on a generic.
  const as = (value: unknown) => value as CallerOf<C>
  if (isOpen(entry.access)) return as(undefined)
  const token = tokenOf(request)
  if (token === undefined) throw new Failure('not_authenticated')
  if (entry.access === 'attempt' && token.startsWith(attemptTokenPrefix)) return as({ attemptToken: token })
  if (entry.access === 'tablet') {
    if (!token.startsWith(tabletTokenPrefix)) throw new Failure('not_authenticated')
    return as({ tabletToken: token })
  }
  const caller = await context.findCaller(token)
  if (caller === null) throw new Failure('not_authenticated')
  const { authority, invitationClientId } = caller
  if (!mayCall(entry.access, { authority, invitation: invitationClientId !== null })) {
    await context.recordRefusal({ entry, caller, address: request.ip })
    throw new Failure('forbidden')
  }
  // A 403 would sign out.
  if (caller.singleSignOn && !singleSignOnMay(entry)) throw new Failure('sso_session')
  return as(entry.access === 'attempt' ? { caller } : caller)
}

/** @throws Failure api_key_refused, the same for every reason; api_key_scope; too_many_requests */
async function identifyKey(
  context: HttpContext,
  entry: Call,
  request: FastifyRequest,
  token: string,
): Promise<Caller> {
  // Calls of everybody ask nobody who they are, so that they also answer without a database.
  if (isOpen(entry.access)) throw scopeMissing(null)
  const caller = await context.findKey(token, request.ip)
  if (caller === null) throw new Failure('api_key_refused')
  const { scope } = entry
  if (scope === undefined || !hasScope(caller, scope)) {
    await context.recordRefusal({ entry, caller, address: request.ip })
    throw scopeMissing(scope ?? null)
  }
  return caller
}

/** Programs repeat calls that got no answer. @throws Failure idempotency_key_required */
function requireKeyed({ headers }: FastifyRequest): void {
  if (headers['idempotency-key'] === undefined) throw new Failure('idempotency_key_required')
}

/** Some roles are only known to be missing once the record or the body was read. */
async function noteRefusal<Answer>(
  context: HttpContext,
  entry: Call,
  caller: unknown,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && isCaller(caller)) {
      const refusal = { entry, caller, address: request.ip }
      if (error.code === 'forbidden') await context.recordRefusal(refusal)
      else if (error.code === 'not_found' && isForeign(entry, caller))
        await context.recordRefusal({ ...refusal, sought: Object(request.params) })
    }
    throw error
  }
}

/** Operators have every client; participants name no client in any call. */
const isForeign = ({ access }: Call, caller: Caller) => access === 'manager' && !isOperator(caller)

const isCaller = (caller: unknown): caller is Caller =>
  typeof caller === 'object' && caller !== null && 'tokenHash' in caller

/** The token of an `Authorization: Token …` header; anything else is no token. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Token ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The token of an `Authorization: Bearer tzk_…` header, by which other systems show a client's API key. */
function keyOf(request: FastifyRequest): string | undefined {
  return /^Bearer (tzk_[\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

function parseParams<C extends Call>(entry: C, request: FastifyRequest): ParamsOf<C> {
  const parsed = entry.params?.safeParse(request.params)
  // An id that cannot exist is an id that does not exist.
  if (parsed?.success === false) throw new Failure('not_found')
  return parsed?.data as ParamsOf<C>
}

function parseInput<C extends Call>(
  entry: C,
  request: FastifyRequest,
  locale: Locale,
): { query: QueryOf<C>; body: BodyOf<C> } | { errors: Record<string, string[]> } {
  const query = entry.query?.safeParse(request.query, { reportInput: true })
  // The handler of an upload reads the file.
  const sent = entry.upload ? {} : (request.body ?? {})
  const schema = entry.body ?? noBody
  const surplus = surplusOf(schema, sent)
  if (surplus) return { errors: fieldErrors([surplus], locale) }
  const body = schema.safeParse(sent, { reportInput: true })
  const issues = [...(query?.error?.issues ?? []), ...(body.error?.issues ?? [])]
  if (issues.length > 0) return { errors: fieldErrors(issues, locale) }
  return { query: query?.data as QueryOf<C>, body: (entry.body && body.data) as BodyOf<C> }
}

function send(entry: Call, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof Accepted)
    return reply.status(202).type('application/json; charset=utf-8').send(JSON.stringify(answer.json))
  reply.status(entry.answer.status)
  if ('json' in entry.answer) {
    reply.type('application/json; charset=utf-8').compress(JSON.stringify(answer))
    return reply
  }
  if ('file' in entry.answer) return reply.type(entry.answer.file).send(answer)
  return reply.send()
}
