import { applyForClient } from '#contract/billing.ts'
import {
  createClient as createClientCall,
  getClient,
  listClients,
  updateClient as updateClientCall,
} from '#contract/clients.ts'
import { getJob } from '#contract/jobs.ts'
import { onClient, onReadableClient } from '#server/authority/client.ts'
import { idInReach } from '#server/authority/reach.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { apply } from './apply.ts'
import { updateClient } from './change.ts'
import { clientObject, clientObjects, createClient, opened } from './clients.ts'
import { jobView } from './job-view.ts'

export const clientRoutes: readonly Route[] = [
  onPlatform.list(listClients, clientObjects),
  onPlatform.write(createClientCall, {
    run: createClient,
    kept: opened,
    answer: (tx, _platform, { id }, { caller }) => clientObject(tx, caller, id),
  }),
  onReadableClient.read(getClient, (db, client, _query, { caller }) =>
    clientObject(db, caller, idInReach(client)),
  ),
  onClient.write(updateClientCall, updateClient),
  onClient.read(getJob, jobView),
  onPlatform.run(applyForClient, apply),
]
