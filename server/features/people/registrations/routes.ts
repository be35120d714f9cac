import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { confirmRegistration, getRegistrationPage, register as registerCall } from '#contract/registering.ts'
import {
  changeRegistration,
  closeRegistration,
  decideRegistrants,
  getRegistration,
  listRegistrants,
  listRegistrations,
  openRegistration,
  registrationPoster,
} from '#contract/registrations.ts'
import { onClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, Context, Route } from '#server/http/subject.ts'
import { type AuthorizedRegistration, onRegistration, onRegistrationLink } from './access.ts'
import { decide } from './decide.ts'
import { showPage } from './page.ts'
import { printPoster } from './poster.ts'
import { findRegistrations } from './queries.ts'
import { confirm, register } from './register.ts'
import { registrantsOf } from './registrants.ts'
import { change, close, open, registrationById, registrationObjects } from './registrations.ts'

const shown = (db: Executor, { client, row }: AuthorizedRegistration, { locale }: Actor, { deps }: Context) =>
  registrationById(db, { clientId: client.id, id: row.id }, locale, deps.config)

/** An action that changes a registration; the answer is the registration as it then is. */
const changed =
  <Input>(run: (tx: Tx, on: AuthorizedRegistration, input: Input, actor: Actor) => Promise<void>) =>
  async (tx: Tx, on: AuthorizedRegistration, input: Input, actor: Actor, context: Context) => {
    await run(tx, on, input, actor)
    return shown(tx, on, actor, context)
  }

export const registrationRoutes: readonly Route[] = [
  onClient.list(listRegistrations, async (db, client, query, { locale }, { deps }) => {
    const order = query.ordering ?? '-createdAt'
    const found = await findRegistrations(db, client, query, order, sliceOf(query))
    return { count: found.count, rows: await registrationObjects(db, found.rows, locale, deps.config) }
  }),
  onClient.write(openRegistration, {
    run: open,
    kept: z.object({ id }),
    answer: (tx, client, { id }, { locale }, { deps }) =>
      registrationById(tx, { clientId: client.id, id }, locale, deps.config),
  }),
  onRegistration.read(getRegistration, (db, on, _query, actor, context) => shown(db, on, actor, context)),
  onRegistration.write(changeRegistration, changed(change)),
  onRegistration.write(
    closeRegistration,
    changed((tx, { client, row }, _body: undefined, actor) =>
      close(tx, { clientId: client.id, id: row.id }, actor),
    ),
  ),
  onRegistration.read(registrationPoster, printPoster),

  onRegistration.list(listRegistrants, registrantsOf),
  onRegistration.run(decideRegistrants, decide),

  // Wrong codes and tries stay counted, so none of these may be undone as a whole.
  onRegistrationLink.run(getRegistrationPage, showPage),
  onRegistrationLink.run(registerCall, register),
  onRegistrationLink.run(confirmRegistration, confirm),
]
