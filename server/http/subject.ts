import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import {
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  readersMay,
  type SubjectName,
  takesKey,
} from '#contract/kit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { repeated } from '#server/db/repeated.ts'
import type { Deps } from '#server/deps.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { type Caller, type CallerOf, isReaderAt } from './caller.ts'
import { Failure } from './failure.ts'
import { type Idempotency, idempotencyOf, noClient, once } from './idempotency.ts'
import { pageOf } from './pages.ts'
import { type AcceptedBy, type Answered, type Input, route } from './route.ts'
import { acceptFiles } from './uploads.ts'

/** Serves one call. Each feature exports the list of its routes. */
export type Route = (app: FastifyInstance, deps: Deps) => void

/** A signed-in person who does something, and where the request came from. */
export interface Actor {
  readonly userId: string
  readonly name: string
  readonly address: string
  readonly locale: Locale
  readonly caller: Caller
}

/** The person and address that are put on record. */
export type By = Pick<Actor, 'userId' | 'address'>

/** Somebody who is not signed in, or has the token of a test or a tablet. */
export interface Visitor<Who = undefined> {
  readonly address: string
  readonly locale: Locale
  readonly caller: Who
}

type ActorOf<C extends Call> = CallerOf<C> extends Caller ? Actor : Visitor<CallerOf<C>>

/** The caller's input: the body, or the query of a call without one. */
export type InputOf<C extends Call> = C extends { body: object } | { upload: object } ? BodyOf<C> : QueryOf<C>

/** Further parts of the request, which few actions need. */
export interface Context<C extends Call = Call> {
  readonly deps: Deps
  /** The path's parameters, for those beside the subject. */
  readonly params: ParamsOf<C>
  /** The query, for uploads, whose input is the file. */
  readonly query: QueryOf<C>
  /** The caller's key of a call that takes one. `write` has applied it already. */
  readonly key: Idempotency | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Action<C extends Call, On, Subject, Answer> = (
  on: On,
  subject: Subject,
  input: InputOf<C>,
  actor: ActorOf<C>,
  context: Context<C>,
) => Promise<Answer>

/** An action whose answer has more than may be kept under a key, such as names and links. */
interface KeptAction<C extends Call, Subject, Result extends object> {
  readonly run: Action<C, Tx, Subject, Result>
  readonly kept: z.ZodType<Result>
  /** Makes the answer in the same transaction, also when the call is repeated. */
  answer(
    tx: Tx,
    subject: Subject,
    result: Result,
    actor: ActorOf<C>,
    context: Context<C> & { readonly input: InputOf<C> },
  ): Promise<Answered<C> | AcceptedBy<C>>
}

type RowOf<C extends Call> = Answered<C> extends { results: (infer Row)[] } ? Row : never
type About<Name, Params> = Call &
  (Name extends undefined ? { readonly subject?: undefined } : { readonly subject: Name }) &
  // A subject that the token names has no parameter in the path.
  (unknown extends Params ? unknown : { readonly params: z.ZodType<Params> })

/**
 * The noun that calls act on, with the one way to find and authorise it. Each of its verbs makes a route of a call and an action:
 * - `read` and `list` run on the pool, a list answers one page, with what more there is to say of all of it;
 * - `write` runs in a transaction, and once per key if the call takes one;
 * - `run` is for what opens transactions of its own, such as steps of hundreds of rows, or talks to the network.
 * All count towards the call's pace first.
 * @param name as the contract has it; undefined for calls that act on nothing that their path names
 * @param load throws `not_found` for what does not exist and for what is not the caller's, alike
 * @param clientOf the client whose keys and pace the calls count towards
 */
export function subject<Name extends SubjectName | undefined, Params, Who, Subject>(
  name: Name,
  load: (db: Executor, caller: Who, params: Params) => Promise<Subject>,
  clientOf: (found: Subject) => string,
) {
  type Of = About<Name, Params>
  type Act<C extends Call> = (
    input: Input<C, Subject>,
    actor: ActorOf<C>,
    context: Context<C>,
  ) => Promise<Answered<C> | AcceptedBy<C>>

  const serve =
    <C extends Of>(entry: C, act: Act<C>): Route =>
    (app, deps) => {
      const serveIn = (place: FastifyInstance) =>
        route(place, deps.http, entry, {
          // The types above allow only calls whose caller and parameters the loader takes.
          load: async ({ params, caller }) => {
            const found = await load(deps.db, caller as Who, params as Params)
            if (!readersMay(entry)) refuseReader(caller, clientOf(found))
            return found
          },
          handle: async (input) => {
            const client = clientOf(input.subject)
            const key = takesKey(entry) ? keyOf(entry, input, client) : undefined
            if (entry.pace !== undefined) await limitPace(deps.db, client, entry.pace)
            const { params, query, request, reply } = input
            return act(input, actorOf(input), { deps, params, query, key, request, reply })
          },
        })
      const { upload } = entry as Call
      if (upload) acceptFiles(app, upload.accepts, serveIn)
      else serveIn(app)
    }
  const run = <const C extends Of>(entry: C, action: Action<C, Database, Subject, Answered<C>>): Route =>
    serve(entry, (input, actor, context) =>
      action(context.deps.db, input.subject, inputOf(input), actor, context),
    )

  return {
    name,
    read: run,
    run,

    list: <const C extends Of>(
      entry: C,
      action: Action<C, Database, Subject, { count: number; rows: RowOf<C>[]; more?: object }>,
    ): Route =>
      serve(entry, async (input, actor, context) => {
        const found = await action(context.deps.db, input.subject, inputOf(input), actor, context)
        const page = pageOf(input.request, Object(input.query), found)
        return { ...page, ...found.more } as unknown as Answered<C>
      }),

    write: <const C extends Of, Result extends object = never>(
      entry: C,
      action: Action<C, Tx, Subject, Answered<C>> | KeptAction<C, Subject, Result>,
    ): Route =>
      serve(entry, (found, actor, context) => {
        const input = inputOf(found)
        return repeated(() =>
          context.deps.db.transaction().execute(async (tx) => {
            if (typeof action === 'function')
              return onceAnswered(tx, entry, context.key, () =>
                action(tx, found.subject, input, actor, context),
              )
            const result = await once(
              tx,
              context.key,
              () => action.run(tx, found.subject, input, actor, context),
              (stored) => action.kept.parse(stored),
            )
            return action.answer(tx, found.subject, result, actor, { ...context, input })
          }),
        )
      }),
  }
}

/** Refuses a reader before the body is read. @throws Failure read_only */
function refuseReader(caller: unknown, clientId: string): void {
  if (typeof caller !== 'object' || caller === null || !('readerAt' in caller)) return
  if (isReaderAt(caller as Caller, clientId)) throw new Failure('read_only')
}

/** Keeps the whole answer under the key; of an empty one, that there was one. */
async function onceAnswered<C extends Call>(
  tx: Tx,
  entry: C,
  key: Idempotency | undefined,
  run: () => Promise<Answered<C>>,
): Promise<Answered<C>> {
  const { answer } = entry
  const kept = await once<{ answer: unknown }>(
    tx,
    key,
    async () => ({ answer: await run() }),
    (stored) => ({ answer: 'json' in answer ? answer.json.parse(Object(stored).answer) : undefined }),
  )
  return kept.answer as Answered<C>
}

const keyOf = <C extends Call, Subject>(
  entry: C,
  { request, params, body, caller }: Input<C, Subject>,
  clientId: string,
) =>
  idempotencyOf(request, { clientId, call: entry.name, userId: (caller as Caller).userId }, { params, body })

const inputOf = <C extends Call, Subject>({ query, body }: Input<C, Subject>) => (body ?? query) as InputOf<C>

function actorOf<C extends Call, Subject>({ caller, locale, request }: Input<C, Subject>): ActorOf<C> {
  const { userId, name } = Object(caller)
  // A caller without these two is a visitor, and its type says so.
  return { userId, name, address: request.ip, locale, caller } as unknown as ActorOf<C>
}

/** Calls that act on nothing that their path names. */
export const onPlatform = subject(
  undefined,
  async () => undefined,
  () => noClient,
)
