import {
  changeColleague as changeCall,
  inviteManagers as inviteCall,
  listColleagues as listCall,
} from '#contract/colleagues.ts'
import { removeManager } from '#contract/removals.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import {
  changeColleague,
  inviteColleague,
  listColleagues,
  onColleague,
  removeColleague,
} from './colleagues.ts'

export const colleagueRoutes: readonly Route[] = [
  onClient.list(listCall, listColleagues),
  onClient.write(inviteCall, inviteColleague),
  onColleague.write(changeCall, changeColleague),
  onClient.write(removeManager, removeColleague),
]
