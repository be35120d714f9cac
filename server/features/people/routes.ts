import { replacePerson } from '#contract/access-rules.ts'
import { decidePeople, decidePerson, listDecisions } from '#contract/decisions.ts'
import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import { invitePerson, makeInvitationLink } from '#contract/invitations.ts'
import { getPerson, listGroups, movePeople, updatePerson } from '#contract/memberships.ts'
import {
  findOtherNames,
  forecastInvitation,
  getInvitationJob,
  inviteEmails,
  listCandidates,
  listEmployees,
  listInvitationJobs,
  listManagers,
} from '#contract/people.ts'
import { listPersonNotes } from '#contract/person-notes.ts'
import { previewRemoval, removeCandidate, removeEmployee } from '#contract/removals.ts'
import { onClient, onReadableClient } from '#server/authority/client.ts'
import { idInReach } from '#server/authority/reach.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import { notesOfMember } from '#server/features/test-days/board/notes.ts'
import { isReaderAt } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Route } from '#server/http/subject.ts'
import { onParticipant, onPerson, onReadableParticipant } from './access.ts'
import { moveToGroup, toPersonDetails, updateMember } from './change-member.ts'
import { decideAboutPeople, decideAboutPerson, decisionsOf } from './decisions.ts'
import { forecast } from './forecast.ts'
import { jobObject, jobObjects } from './invitation-jobs.ts'
import { inviteList } from './invite-list.ts'
import { inviteOne, makeLink, outcome, withLink } from './invite-one.ts'
import { managersOf, peopleOf } from './listed.ts'
import { findGroups } from './member-queries.ts'
import { otherNamesAmong } from './other-names.ts'
import { peopleRows } from './people-export.ts'
import { countRemoval, removeAs } from './remove.ts'
import { replace, replaced } from './replace.ts'

export const peopleRoutes: readonly Route[] = [
  onClient.list(listManagers, managersOf),
  onReadableClient.list(listCandidates, peopleOf('candidate')),
  onReadableClient.list(listEmployees, peopleOf('employee')),
  onReadableClient.read(listGroups, findGroups),
  onReadableClient.read(peopleCsv, (db, client, query, actor, { deps, request, reply }) => {
    const rows = peopleRows(db, client, query, actor.locale)
    return sheetsOf(deps).csv({ subject: client, ...actor, request, reply }, { what: 'people', rows })
  }),
  onReadableClient.read(peopleXlsx, (db, client, query, actor, { deps, request, reply }) => {
    const rows = peopleRows(db, client, query, actor.locale)
    return sheetsOf(deps).xlsx({ subject: client, ...actor, request, reply }, { what: 'people', rows })
  }),

  onPerson.read(getPerson, async (_db, { client, member }, _query, { caller }) => {
    // Keys reach the people who take tests.
    if (caller.key !== null && member.role === 'manager') throw new Failure('not_found')
    const isLimited = caller.key !== null || isReaderAt(caller, idInReach(client))
    return toPersonDetails(isLimited ? { ...member, hold_reason: '' } : member, caller)
  }),
  onParticipant.write(updatePerson, updateMember),
  onClient.write(movePeople, moveToGroup),
  onParticipant.write(decidePerson, decideAboutPerson),
  onClient.write(decidePeople, decideAboutPeople),
  onReadableParticipant.list(listDecisions, decisionsOf),
  onPerson.list(listPersonNotes, (db, { client, member }, query, { locale }) =>
    notesOfMember(db, { clientId: idInReach(client), membershipId: member.membership_id }, query, locale),
  ),
  onClient.read(previewRemoval, countRemoval),
  onClient.write(removeCandidate, removeAs('candidate')),
  onClient.write(removeEmployee, removeAs('employee')),

  onClient.read(forecastInvitation, forecast),
  onClient.read(findOtherNames, otherNamesAmong),
  onClient.write(inviteEmails, inviteList),
  onClient.write(invitePerson, { run: inviteOne, kept: outcome, answer: withLink }),
  onParticipant.write(makeInvitationLink, makeLink),
  onClient.read(getInvitationJob, (db, { id: clientId }, _query, { locale }, { params: { jobId: id } }) =>
    jobObject(db, { clientId, id }, locale),
  ),
  onClient.read(listInvitationJobs, (db, { id }, _query, { locale }) => jobObjects(db, id, locale)),
  onClient.write(replacePerson, { run: replace, kept: replaced, answer: withLink }),
]
