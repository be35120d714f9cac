import { assignToPeople, paths } from '../../app/paths.ts'
import { readDraft as readAssignment } from '../assign/draft.ts'
import { readDraft as readInvitation } from '../invite/draft/draftStorage.ts'

/** The page on which this tab's unfinished invitation or assignment for a client continues; undefined where there is none. */
export function waitingPath(clientId: string): string | undefined {
  const invitation = readInvitation(clientId)
  if (invitation?.result === null && invitation.jobId === '' && invitation.step !== 'people')
    return paths.createAssignment
  return (readAssignment(clientId)?.inventoryIds.length ?? 0) > 0 ? assignToPeople : undefined
}
