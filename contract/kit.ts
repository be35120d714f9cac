import type { z } from 'zod'
import type { Access, Scope } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The nouns that calls act on. Each has one loader on the server, in the feature that it belongs to. */
export type SubjectName =
  | 'assignment'
  | 'attempt'
  | 'auditEntry'
  | 'client'
  | 'clientInventory'
  | 'clientPrice'
  | 'definition'
  | 'delivery'
  | 'draft'
  | 'failedJob'
  | 'identityProvider'
  | 'inventory'
  | 'jobProfile'
  | 'order'
  | 'ownAssignment'
  | 'ownResult'
  | 'person'
  | 'registration'
  | 'report'
  | 'request'
  | 'session'
  | 'share'
  | 'tablet'
  | 'taxRate'
  | 'testDay'
  | 'transfer'
  | 'user'
  | 'version'
  | 'webhook'

/** Calls that cost much or mail people; how many a minute is in server/throttles/pace.ts. */
export type Pace =
  | 'assignments'
  | 'forecasts'
  | 'invitations'
  | 'previews'
  | 'providers'
  | 'reports'
  | 'sheets'
  | 'webhooks'

/** The answer of a call that succeeds: JSON by a schema, a file by its media type, or nothing. */
export type Answer =
  | { readonly status: 200 | 201 | 202; readonly json: z.ZodType }
  | { readonly status: 200; readonly file: string }
  | { readonly status: 202 | 204 }

/** One call of the API. The server's route, the OpenAPI document and the web client's types all come from it. */
export interface Call {
  readonly name: string
  readonly method: Method
  /** Under `/api` unless `root` is set; parameters as `:name`; always with its trailing slash. */
  readonly path: string
  readonly root?: true
  readonly summary: string
  readonly tag: string
  readonly access: Access
  /** The right that a client's API key needs for it. Without one the call refuses keys. */
  readonly scope?: Scope
  /** The noun that the call acts on: found by the path's parameters and authorised before the body is read. */
  readonly subject?: SubjectName
  /**
   * The exception for readers, managers who see results and change nothing. Without it a client's GETs are theirs, and all
   * other calls of a client answer `read_only`.
   */
  readonly readers?: 'allowed' | 'refused'
  /**
   * The exception for sessions that came by an identity provider. Without it the calls of managers are theirs, at the clients that
   * use the provider, and all others answer `sso_session`.
   */
  readonly singleSignOn?: 'allowed'
  /** The client's limit per minute that the call counts towards. */
  readonly pace?: Pace
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** Takes one file in place of JSON, as the raw body or as the one part of a form: the media types it may have. */
  readonly upload?: { readonly accepts: readonly string[] }
  /** Largest accepted body in bytes; unless stated 1 MiB, and 32 KiB of calls that everybody may make. */
  readonly bodyLimit?: number
  readonly answer: Answer
  /** The answer to `Prefer: respond-async`, as 202. */
  readonly accepted?: { readonly json: z.ZodType }
  readonly errors: readonly ErrorCode[]
}

/** Declares a call, keeping its literal types for the route and the client. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

/**
 * True when a call takes an `Idempotency-Key`: if it spends, gives or takes back quota, or mails people. The same key
 * with the same body gets the first answer again and nothing happens twice; with another body it is refused.
 */
export const takesKey = (entry: Call): boolean => entry.errors.includes('idempotency_key_reused')

/** True when a client's readers may make a call; others of a client answer them `read_only`. */
export const readersMay = ({ access, method, readers }: Call): boolean =>
  access !== 'manager' || (readers === undefined ? method === 'GET' : readers === 'allowed')

/** True when a session that came by an identity provider may make a call. Its roles are asked for besides. */
export const singleSignOnMay = ({ access, singleSignOn }: Call): boolean =>
  singleSignOn === 'allowed' || access === 'manager'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** Input of a route handler. */
export type ParamsOf<C extends Call> = Parsed<C['params']>
export type QueryOf<C extends Call> = Parsed<C['query']>
export type BodyOf<C extends Call> = C extends { upload: object } ? Uint8Array : Parsed<C['body']>
/** Input of a caller. */
export type ParamsIn<C extends Call> = Sent<C['params']>
export type QueryIn<C extends Call> = Sent<C['query']>
export type BodyIn<C extends Call> = C extends { upload: object } ? Blob : Sent<C['body']>
/** The JSON of a successful answer; `undefined` for files and empty answers. */
export type AnswerOf<C extends Call> = C['answer'] extends { json: infer S } ? Parsed<S> : undefined

/** The full path with its parameters filled in and URL-encoded. */
export function pathOf(entry: Call, params: Record<string, string> = {}): string {
  const path = entry.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return entry.root ? path : `/api${path}`
}
