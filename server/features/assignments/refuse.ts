import type { Tx } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { cancelUnstarted } from './cancel.ts'

/** Refuses the consent of a test that was not started: nothing but "not taken" is recorded, and its unit goes back. */
export async function refuse(tx: Tx, own: OwnAssignmentRow): Promise<undefined> {
  if (own.closed_by === 'person') throw new Failure('attempt_submitted')
  const { definition } = await getVersion(tx, own.version_id)
  const asked = definition.notices.some(({ kind, scales }) => kind === 'explicit_consent' && !scales)
  if (!asked) throw new Failure('consent_not_asked')
  const cancelled = await cancelUnstarted(tx, {
    clientId: own.client_id,
    id: own.id,
    inventoryId: own.inventory_id,
    reason: 'consent_refused',
  })
  if (!cancelled) throw new Failure('assignment_closed')
  return undefined
}
