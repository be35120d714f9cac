import { withdrawConsent } from '#contract/consents.ts'
import {
  erasePerson,
  holdPerson as holdPersonCall,
  releasePerson as releasePersonCall,
} from '#contract/erasure.ts'
import { onConsenting } from '#server/features/delivery/attempts/consent/consents.ts'
import type { Route } from '#server/http/subject.ts'
import { eraseNamed, holdPerson, onErasable, releasePerson } from './manage.ts'
import { withdraw } from './withdraw.ts'

export const erasureRoutes: readonly Route[] = [
  onErasable.write(erasePerson, eraseNamed),
  onErasable.write(holdPersonCall, holdPerson),
  onErasable.write(releasePersonCall, releasePerson),
  onConsenting.write(withdrawConsent, async (tx, test, _query, { caller, address }, { deps }) => {
    await withdraw(tx, deps.config.slipKey, test, { ...caller, address })
    return undefined
  }),
]
