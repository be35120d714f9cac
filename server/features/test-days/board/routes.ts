import * as contract from '#contract/board.ts'
import { onClient, onReadableClient } from '#server/authority/client.ts'
import { idInReach } from '#server/authority/reach.ts'
import { onAssignment, onReadableAssignment } from '#server/features/assignments/access.ts'
import { onPresent, takeSign } from '#server/features/delivery/attempts/signs/presence.ts'
import type { Route } from '#server/http/subject.ts'
import { addMinutes, addNote, endTest, pauseTests, releaseTest } from './actions.ts'
import { liveBoard } from './board.ts'
import { notesOf } from './notes.ts'

export const boardRoutes: readonly Route[] = [
  onReadableClient.read(contract.liveBoard, liveBoard),
  onClient.write(contract.pauseTests, pauseTests),
  onAssignment.write(contract.addMinutes, addMinutes),
  onAssignment.write(contract.endTest, endTest),
  onAssignment.write(contract.releaseTest, releaseTest),
  onReadableAssignment.read(contract.listNotes, async (db, { client, row }) => ({
    notes: await notesOf(db, { clientId: idInReach(client), assignmentId: row.id }),
  })),
  onAssignment.write(contract.addNote, addNote),
  onPresent.run(contract.reportPresence, takeSign),
]
