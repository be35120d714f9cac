import * as contract from '#contract/board.ts'
import { onClient } from '#server/authority/client.ts'
import { onAssignment } from '#server/features/assignments/access.ts'
import { onPresent, takeSign } from '#server/features/delivery/attempts/signs/presence.ts'
import type { Route } from '#server/http/subject.ts'
import { addMinutes, addNote, endTest, pauseTests, releaseTest } from './actions.ts'
import { liveBoard } from './board.ts'
import { notesOf } from './notes.ts'

export const boardRoutes: readonly Route[] = [
  onClient.read(contract.liveBoard, liveBoard),
  onClient.write(contract.pauseTests, pauseTests),
  onAssignment.write(contract.addMinutes, addMinutes),
  onAssignment.write(contract.endTest, endTest),
  onAssignment.write(contract.releaseTest, releaseTest),
  onAssignment.read(contract.listNotes, async (db, { client, row }) => ({
    notes: await notesOf(db, { clientId: client.id, assignmentId: row.id }),
  })),
  onAssignment.write(contract.addNote, addNote),
  onPresent.run(contract.reportPresence, takeSign),
]
