import { signOut } from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/sessions.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { endOwnSession, endOwnSessions, onOwnSession, openedSessions, signOutHere } from './devices.ts'

export const sessionRoutes: readonly Route[] = [
  onPlatform.write(signOut, signOutHere),
  onPlatform.read(listSessions, openedSessions),
  onOwnSession.write(endSession, endOwnSession),
  onPlatform.write(endSessions, endOwnSessions),
]
