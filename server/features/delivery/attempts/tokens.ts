import { attemptTokenPrefix } from '#server/http/caller.ts'
import { newSecret } from '#server/secrets.ts'

// A testId and an attempt token contain their ids, so that saving an answer needs no lookup. Neither grants anything
// alone: the ids are checked against the token's hash in the same statement.

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export interface TestKey {
  readonly clientId: string
  readonly attemptId: string
  readonly versionId: string
}

/** The opaque name of an attempt that the player sends with its answers. */
export function testIdOf({ clientId, attemptId, versionId }: TestKey): string {
  return Buffer.concat([bytesOf(clientId), bytesOf(attemptId), bytesOf(versionId)]).toString('base64url')
}

/** The ids in a testId, or undefined when it is none. */
export function readTestId(testId: string): TestKey | undefined {
  const bytes = Buffer.from(testId, 'base64url')
  if (bytes.length !== 48 || bytes.toString('base64url') !== testId) return undefined
  const [clientId, attemptId, versionId] = [0, 16, 32].map((start) => idOf(bytes.subarray(start, start + 16)))
  return clientId && attemptId && versionId ? { clientId, attemptId, versionId } : undefined
}

/** A new token that can only save to and submit this attempt. */
export function newAttemptToken(key: { clientId: string; attemptId: string }): string {
  return `${attemptTokenPrefix}${Buffer.concat([bytesOf(key.clientId), bytesOf(key.attemptId)]).toString('base64url')}${newSecret()}`
}

/** The attempt that this token claims to belong to. */
export function readAttemptToken(token: string): { clientId: string; attemptId: string } | undefined {
  const start = attemptTokenPrefix.length
  const bytes = Buffer.from(token.slice(start, start + 43), 'base64url')
  if (!token.startsWith(attemptTokenPrefix) || bytes.length !== 32) return undefined
  return { clientId: idOf(bytes.subarray(0, 16)), attemptId: idOf(bytes.subarray(16)) }
}
