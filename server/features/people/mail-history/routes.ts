import { listPersonMails, listUserMails } from '#contract/mail-history.ts'
import { idInReach, limitedClient } from '#server/authority/reach.ts'
import { onUser } from '#server/features/access/users/access.ts'
import { onPerson } from '#server/features/people/access.ts'
import type { Route } from '#server/http/subject.ts'
import { pageOfMails } from './mail-record.ts'

/** Which mails went to a person: a client's own for its managers, all of them for operators. */
export const mailHistoryRoutes: readonly Route[] = [
  onPerson.list(listPersonMails, async (db, { client, member }, query) => {
    const { count, rows } = await pageOfMails(
      db,
      { userId: member.user_id, clientId: idInReach(client), limited: limitedClient(client) },
      query,
    )
    // They went to the address that the account had, which is not the client's to know.
    return { count, rows: rows.map((row) => ({ ...row, address: member.email ?? '' })) }
  }),
  onUser.list(listUserMails, (db, { id }, query) => pageOfMails(db, { userId: id, clientId: null }, query)),
]
