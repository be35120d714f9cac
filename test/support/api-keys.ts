import type { Scope } from '#contract/access.ts'
import { createApiKey } from '#contract/api-keys.ts'
import type { BodyIn } from '#contract/kit.ts'
import { newId } from '#server/db/ids.ts'
import { request } from './api.ts'

/** A key of a client, made by somebody who may. */
export async function addApiKey(
  { url }: { readonly url: string },
  token: string,
  clientId: string,
  body: Partial<BodyIn<typeof createApiKey>> & { readonly scopes: Scope[] },
): Promise<{ id: string; key: string }> {
  const { answer } = await request(url, createApiKey, {
    token,
    params: { clientId },
    body: { name: 'Başvuru sistemi', days: 30, ...body },
  })
  return answer
}

/** The header that shows a key. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** The headers of a change by key. */
export const keyed = (key: string, once: string = newId()) => ({ ...bearer(key), 'idempotency-key': once })
