import type { AuthorizedClient } from '#server/authority/client.ts'
import { Failure } from '#server/http/failure.ts'

/** @throws Failure client_not_active */
export function requireActive(client: AuthorizedClient): void {
  if (client.status !== 'active') throw new Failure('client_not_active')
}
