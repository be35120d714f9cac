import { sql } from 'kysely'
import { getAssignment } from '#contract/assignments.ts'
import { withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { getReport } from '#contract/reports.ts'
import { request } from './api.ts'
import { type Cast, inventory } from './cast.ts'
import type { TestServer } from './server.ts'
import type { Running } from './taking.ts'

interface Where {
  readonly server: TestServer
  readonly cast: Cast
}

/** Enables for the cast's client what is sensitive, with its manager as the reader. */
export async function enableSensitive({ server, cast }: Where): Promise<void> {
  for (const code of ['SCL90', 'MYT'])
    await request(server.url, enableInventory, {
      token: cast.admin.token,
      params: { clientId: cast.anadolu, inventoryId: inventory(cast, code) },
      body: { legalBasis: 'Açık rıza', purpose: 'İş sağlığı', recipientIds: [cast.manager.userId] },
    })
}

/** Withdraws the consents of a test. */
export const withdraw = (
  { server }: Pick<Where, 'server'>,
  { token, assignmentId }: Pick<Running, 'token' | 'assignmentId'>,
) => request(server.url, withdrawConsent, { token, params: { assignmentId } })

/** A test as an admin sees it in lists. */
export const seen = async ({ server, cast }: Where, assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.admin.token, params: { assignmentId } })).answer

/** The report as the manager reads it. */
export const readReport = ({ server, cast }: Where, assignmentId: string) =>
  request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })

/** The audit log's entries on a test's consents. */
export const consentEntries = async ({ server }: Pick<Where, 'server'>, assignmentId: string) =>
  (
    await sql<{ action: string }>`SELECT action FROM audit_entries
      WHERE action LIKE 'consent%' AND details -> 'assignments' ? ${assignmentId} ORDER BY id`.execute(
      server.database.db,
    )
  ).rows.map(({ action }) => action)
