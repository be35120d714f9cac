import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#server/http/failure.ts'

declare const readable: unique symbol
declare const authorized: unique symbol
declare const limit: unique symbol

/** A client's id with the groups and tests that its reader may see. Only the functions below look inside. */
export interface Reach {
  readonly [limit]: true
}

/**
 * A client that this caller may read, as far as they may. It has no id: `inReach` puts the id and the limit into a query
 * together, so that nobody can write the one without the other.
 */
export interface ReadableClient {
  readonly [readable]: true
  readonly name: string
  readonly status: 'pending' | 'active' | 'suspended'
  readonly timeZone: string
  readonly reach: Reach
}

/** A client whose people this caller may all see. Only this module makes one, so a query that asks for it cannot forget the check. */
export interface AuthorizedClient extends ReadableClient {
  readonly [authorized]: true
  readonly id: string
}

interface Inside {
  readonly clientId: string
  /** Null for all people, those without a group among them. */
  readonly groups: readonly string[] | null
  /** The sensitive tests that its reader does not see at all: all of them for an API key, those a reader is not named for. */
  readonly hiddenTests: readonly string[]
}

export interface Found extends Omit<ReadableClient, typeof readable | 'reach'> {
  readonly id: string
  readonly groups: readonly string[] | null
  readonly hiddenTests: readonly string[]
}

/** Makes a client that was found for its reader. The brands exist in the types alone. */
export function readableClient({ id, groups, hiddenTests, ...shown }: Found): ReadableClient {
  const inside: Inside = { clientId: id, groups, hiddenTests }
  // Without a limit it is an AuthorizedClient, which has its id.
  return { ...shown, ...(groups === null && { id }), reach: inside } as unknown as ReadableClient
}

const insideOf = ({ reach }: Pick<ReadableClient, 'reach'>) => reach as unknown as Inside

/** The condition that rows of `table` are the client's and, where they are of a test, that its reader may see this test. */
function ofClientInReach({ clientId, hiddenTests }: Inside, table: string, member: string) {
  const ofClient = sql`${sql.ref(`${table}.client_id`)} = ${clientId}`
  return hiddenTests.length === 0 || table === member
    ? ofClient
    : sql`${ofClient} AND ${sql.ref(`${table}.version_id`)} <> ALL (ARRAY(
        SELECT id FROM inventory_versions WHERE inventory_id = ANY (${hiddenTests}::uuid[])))`
}

/**
 * The condition that rows of `table` are the client's and belong to people and tests its reader may see; `member` is their
 * membership. Rows that are not memberships are of a test and have its `version_id`.
 */
export function inReach(client: Pick<ReadableClient, 'reach'>, table: string, member: string) {
  const inside = insideOf(client)
  const { groups } = inside
  const ofClient = ofClientInReach(inside, table, member)
  return groups === null
    ? ofClient
    : sql`${ofClient} AND ${sql.ref(`${member}.group_name`)} = ANY (${groups}::text[])`
}

/**
 * The condition that rows of `table` are the client's and belong to people its reader may see who fulfil further conditions on
 * their membership `m`. The people are looked up first, and no membership where nothing limits them.
 */
export function ofPeopleInReach(
  client: Pick<ReadableClient, 'reach'>,
  table: string,
  further: readonly RawBuilder<unknown>[],
) {
  const inside = insideOf(client)
  const { groups } = inside
  const ofClient = ofClientInReach(inside, table, 'm')
  if (groups === null && further.length === 0) return ofClient
  return sql`${ofClient} AND ${sql.ref(`${table}.membership_id`)} = ANY (ARRAY(
    SELECT m.id FROM memberships m WHERE ${sql.join([inReach(client, 'm', 'm'), ...further], sql` AND `)}))`
}

/** The sensitive tests that are nothing to a client's reader; empty for everybody else. */
export const hiddenTests = (client: Pick<ReadableClient, 'reach'>): readonly string[] =>
  insideOf(client).hiddenTests

/** The client where its reader may see all people, if not all tests; undefined where they may see some. */
export const clientOfAllPeople = (client: ReadableClient): AuthorizedClient | undefined =>
  insideOf(client).groups === null ? (client as AuthorizedClient) : undefined

/** The client where its reader may see all people with all tests; undefined where they may see some. */
export const wholeClient = (client: ReadableClient): AuthorizedClient | undefined =>
  hiddenTests(client).length === 0 ? clientOfAllPeople(client) : undefined

/** @throws Failure read_only where the reader may see some people only: what was not written for them is not theirs */
export function requireAllPeople(client: ReadableClient): AuthorizedClient {
  const found = clientOfAllPeople(client)
  if (found === undefined) throw new Failure('read_only')
  return found
}

/** The client's id for what says nothing about its people, and for rows of people who were found in reach before. */
export function idInReach(client: Pick<ReadableClient, 'reach'>): string {
  return insideOf(client).clientId
}

/** The client where its reader may see some people or tests only; undefined where they may see all. */
export const limitedClient = (client: ReadableClient): ReadableClient | undefined =>
  wholeClient(client) === undefined ? client : undefined

/** True where the client's reader may see the people of a group. */
export function reachesGroup(client: Pick<ReadableClient, 'reach'>, group: string): boolean {
  const { groups } = insideOf(client)
  return groups === null || groups.includes(group)
}

/** The name of a group that somebody was in; empty where the client's reader may not see its people. */
export const groupInReach = (client: Pick<ReadableClient, 'reach'>, group: string): string =>
  reachesGroup(client, group) ? group : ''
