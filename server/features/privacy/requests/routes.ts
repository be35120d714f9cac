import {
  checkIdentity as checkIdentityCall,
  decideRequest as decideRequestCall,
  enterRequest as enterRequestCall,
  findRequesters as findRequestersCall,
  handOutData,
  handOutDataPdf,
  listOwnRequests,
  listRequests,
  makeRequest as makeRequestCall,
} from '#contract/requests.ts'
import { onClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onOwnMemberships, onRequest } from './access.ts'
import { enterRequest } from './enter.ts'
import { handOutJson, handOutPaper } from './hand-out.ts'
import { findRequesters } from './queries.ts'
import { checkIdentity, decideRequest, makeRequest, ownRequests, requestsAtDesk } from './requests.ts'

export const requestRoutes: readonly Route[] = [
  onOwnMemberships.run(makeRequestCall, makeRequest),
  onPlatform.list(listOwnRequests, ownRequests),
  onPlatform.list(listRequests, requestsAtDesk),
  onRequest.write(checkIdentityCall, checkIdentity),
  onRequest.write(decideRequestCall, decideRequest),
  onClient.read(findRequestersCall, async (db, client, { search = '' }) => {
    const found = await findRequesters(db, client, search, 20)
    return found.map((one) => ({ ...one, leftAt: one.leftAt?.toISOString() ?? null }))
  }),
  onClient.write(enterRequestCall, enterRequest),
  onRequest.read(handOutData, handOutJson),
  onRequest.read(handOutDataPdf, handOutPaper),
]
