import { type Access, type Authority, isOperator, type Scope } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import type { Call } from '#contract/kit.ts'
import { Failure } from './failure.ts'

export interface OnTablet {
  readonly testDayId: string
  readonly tabletId: string
}

/** An API key: it is a client's, and reaches that one alone. */
export interface ClientKey {
  readonly clientId: string
  readonly scopes: readonly Scope[]
}

/** A signed-in person, as their session token showed; or an API key, with a name and an id as a person has them. */
export interface Caller {
  readonly userId: string
  /**
   * The name: in an invitation's session that of its client's membership, with the language of the newest test there.
   */
  readonly name: string
  readonly locale: Locale
  readonly authority: readonly Authority[]
  /** The clients whose results they read and where they change nothing ([0128](../../docs/decisions/0128-readers.md)). */
  readonly readerAt: readonly string[]
  /** The one client an invitation link's session reaches; null for a full session. */
  readonly invitationClientId: string | null
  /**
   * The clients that a session is limited to: those that use the identity provider by which it came; for other sessions of
   * people who manage a client that wants its provider alone, their remaining clients. Undefined without a limit.
   */
  readonly within?: readonly string[] | undefined
  /** Came by an identity provider: it has no other role than `manager`, also for admins, and no account. */
  readonly singleSignOn?: boolean
  /** The tablet of a session opened on a test day, and the one day whose tests it reaches. */
  readonly tablet?: OnTablet | undefined
  /** Shown to be this person, by their own password or for half an hour by a code; a link or a slip shows nothing. */
  readonly proved: boolean
  /** They have an address to which a code can be mailed that shows who they are. */
  readonly provedContact: boolean
  /** Opened by a link that came to the person's own mailbox: it reaches their consents, to withdraw them. */
  readonly mailed: boolean
  /** Until it is proved, a session shows the results of the tests that name it in `attempts.opened_in`, and no others. */
  readonly sessionId: string
  readonly tokenHash: Buffer
  /** The client's key that calls; null for people. */
  readonly key: ClientKey | null
}

/** The caller of a call that refuses keys. */
export type PersonCaller = Caller & { readonly key: null }

/** True for people, and for a key with this right. */
export function hasScope({ key }: Pick<Caller, 'key'>, scope: Scope): boolean {
  return key === null || key.scopes.includes(scope)
}

/** @throws Failure api_key_scope for a key without this right, where a part of what a call is asked for needs it */
export function requireScope(caller: Pick<Caller, 'key'>, scope: Scope): void {
  if (!hasScope(caller, scope)) throw scopeMissing(scope)
}

/** @param scope null for what no key may do */
export const scopeMissing = (scope: Scope | null): Failure =>
  new Failure('api_key_scope', { details: { scope } })

/** True where somebody reads a client's results and changes nothing there; operators change everything. */
export function isReaderAt(
  { authority, readerAt }: Pick<Caller, 'authority' | 'readerAt'>,
  clientId: string,
): boolean {
  return !isOperator({ authority }) && readerAt.includes(clientId)
}

/** The caller for an attempt: a session, or the attempt's own token. */
export type AttemptCaller = { readonly caller: Caller } | { readonly attemptToken: string }

/** A tablet of a test day. Its token is looked up by the feature that knows tablets. */
export interface TabletCaller {
  readonly tabletToken: string
}

/** The caller as a call's handler gets it. */
export type CallerOf<C extends Call> = C['access'] extends 'guest' | 'demo'
  ? undefined
  : C['access'] extends 'attempt'
    ? AttemptCaller
    : C['access'] extends 'tablet'
      ? TabletCaller
      : C extends { readonly scope: Scope }
        ? Caller
        : PersonCaller

/** Attempt tokens say what they are, so that no session is looked up for them. */
export const attemptTokenPrefix = 'att_'

/** Tablet tokens too. */
export const tabletTokenPrefix = 'tab_'

/** Access that asks for no token at all. */
export function isOpen(access: Access): boolean {
  return access === 'guest' || access === 'demo'
}
