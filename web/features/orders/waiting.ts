import { assignToPeople, paths } from '../../app/paths.ts'
import { readDraft as readAssignment } from '../assign/draft.ts'
import { readDraft as readInvitation } from '../invite/draft/draftStorage.ts'

/** Where the invitation or assignment of this tab goes on that was begun for a client; undefined where there is none. */
export function waitingPath(clientId: string): string | undefined {
  const invitation = readInvitation(clientId)
  if (invitation?.result === null && invitation.jobId === '' && invitation.step !== 'people')
    return paths.createAssignment
  return (readAssignment(clientId)?.inventoryIds.length ?? 0) > 0 ? assignToPeople : undefined
}
