import {
  beginSecondFactor,
  confirmSecondFactor,
  declineSecondFactor,
  disableSecondFactor,
  finishSecondFactorSetup,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactor,
  setUpSecondFactor,
} from '#contract/second-factor.ts'
import { onUser } from '#server/features/access/users/access.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { beginOwn, confirmOwn, declineOffer, disableOwn, renewOwn, resetFor, statusOf } from './factor.ts'
import { beginByChallenge, confirmByChallenge, takeSecondStep } from './second-step.ts'

export const secondFactorRoutes: readonly Route[] = [
  onPlatform.run(secondFactor, takeSecondStep),
  onPlatform.run(setUpSecondFactor, beginByChallenge),
  onPlatform.run(finishSecondFactorSetup, confirmByChallenge),
  onPlatform.read(getSecondFactor, (db, _platform, _query, { caller }) => statusOf(db, caller)),
  onPlatform.write(declineSecondFactor, declineOffer),
  onPlatform.run(beginSecondFactor, beginOwn),
  onPlatform.run(confirmSecondFactor, confirmOwn),
  onPlatform.run(disableSecondFactor, disableOwn),
  onPlatform.run(renewRecoveryCodes, renewOwn),
  onUser.write(resetSecondFactor, resetFor),
]
