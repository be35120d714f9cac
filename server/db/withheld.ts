import { sql } from 'kysely'

/**
 * True when a client names somebody to read what is sensitive of an inventory: with no reader nothing of it is asked.
 */
export const isRead = (named: 'e' | 'opened' | 'inventory_enablements') => sql<boolean>`EXISTS (
  SELECT FROM report_recipients reader
  WHERE reader.client_id = ${sql.ref(`${named}.client_id`)} AND reader.inventory_id = ${sql.ref(`${named}.inventory_id`)})`

/**
 * True when a test is closed by its client: it is sensitive as a whole, and not open to people like its person, or not
 * begun and without a reader. It can't be started, so it holds up no other. For a query in which assignments are named
 * so.
 */
export const isWithheld = (named: 'a' | 'b' | 'assignment') => sql<boolean>`EXISTS (
  SELECT FROM inventory_versions held
  JOIN memberships taker ON taker.client_id = ${sql.ref(`${named}.client_id`)} AND taker.id = ${sql.ref(`${named}.membership_id`)}
  WHERE held.id = ${sql.ref(`${named}.version_id`)} AND held.sensitive AND NOT EXISTS (
    SELECT FROM inventory_enablements opened
    WHERE opened.client_id = taker.client_id AND opened.inventory_id = held.inventory_id
      AND (taker.role <> 'candidate' OR opened.for_candidates)
      AND (${sql.ref(`${named}.started_at`)} IS NOT NULL OR ${isRead('opened')})))`
