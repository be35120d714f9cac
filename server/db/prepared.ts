import { sql } from 'kysely'
import type pg from 'pg'

/**
 * Ends a statement that nearly every request makes and that takes longer to plan than to run: each connection plans it once.
 * A name belongs to one text.
 */
export const prepared = (name: string) => sql.raw(`/* prepared: ${name} */`)

/** Lets a connection keep the plans of such statements. */
export function keepPlans(client: pg.Client): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query(text: unknown, ...rest: unknown[]) {
      const name = typeof text === 'string' && /\/\* prepared: (\w+) \*\/$/.exec(text)?.[1]
      if (!name) return query(text, ...rest)
      const [values, ...callback] = rest
      return query({ name, text, values }, ...callback)
    },
  })
}
