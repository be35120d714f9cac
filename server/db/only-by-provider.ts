import { type RawBuilder, sql } from 'kysely'

/** The condition that managers reach a client by its identity provider alone: it wants that, and a domain is confirmed. */
export const isOnlyByProvider = (column: string): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM identity_providers only_by WHERE only_by.client_id = ${sql.ref(column)} AND only_by.only_way AND EXISTS (
    SELECT FROM identity_domains d
    WHERE d.client_id = only_by.client_id AND d.provider_id = only_by.id AND d.confirmed_at IS NOT NULL))`
