import {
  deliverOfflineAttempt,
  enterByDayCode,
  getTabletDay,
  getTabletPackage,
  openTablet as openTabletCall,
  registerTablet as registerTabletCall,
} from '#contract/tablets.ts'
import {
  acceptDelivery,
  addTestDayPeople,
  closeTestDay,
  confirmTablet as confirmTabletCall,
  createTestDay,
  getTestDay,
  listKeptAttempts,
  listTestDayPeople,
  listTestDays,
  listWaitingDeliveries,
  makeSetupCodes,
  placeTestDayPerson,
  rejectDelivery,
  removeTestDayPerson,
  renewSetupCode as renewSetupCodeCall,
  renewTestDayCode,
  renewTestDayPin,
  revokeSetupCode as revokeSetupCodeCall,
  revokeTablet as revokeTabletCall,
  testDaySlips,
  updateTestDay,
} from '#contract/test-days.ts'
import { onClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { type Actor, type Context, onPlatform, type Route } from '#server/http/subject.ts'
import { type AuthorizedDay, onTestDay } from './access.ts'
import {
  closeDay,
  confirmTablet,
  createDay,
  createdDay,
  listDays,
  renewPin,
  revokeTablet,
  testDayDetails,
  updateDay,
} from './days.ts'
import { acceptWaiting, keptAttempts, onDelivery, rejectWaiting, waitingDeliveries } from './deliveries.ts'
import { deliver } from './offline.ts'
import { packageOf } from './package.ts'
import { addToDay, listPeople, placePerson, removePerson, renewCode } from './people.ts'
import { addSetupCodes, registerTablet, renewSetupCode, revokeSetupCode } from './setup.ts'
import { printSlips } from './slips.ts'
import { enter, onTablet, openTablet, tabletDay } from './tablets.ts'

const shown = (db: Executor, { client, day }: AuthorizedDay, { locale }: Actor, { deps }: Context) =>
  testDayDetails(db, client, day.id, { slipKey: deps.config.slipKey, locale })

/** An action that changes a day; the answer is the day as it then is. */
const changed =
  <Input, In extends Context>(
    run: (tx: Tx, on: AuthorizedDay, input: Input, actor: Actor, context: In) => Promise<void>,
  ) =>
  async (tx: Tx, on: AuthorizedDay, input: Input, actor: Actor, context: In) => {
    await run(tx, on, input, actor, context)
    return shown(tx, on, actor, context)
  }

export const testDayRoutes: readonly Route[] = [
  onClient.list(listTestDays, listDays),
  onClient.write(createTestDay, {
    run: createDay,
    kept: createdDay,
    answer: (tx, client, { id }, { locale }, { deps }) =>
      testDayDetails(tx, client, id, { slipKey: deps.config.slipKey, locale }),
  }),
  onTestDay.read(getTestDay, (db, on, _query, actor, context) => shown(db, on, actor, context)),
  onTestDay.write(updateTestDay, changed(updateDay)),
  onTestDay.write(closeTestDay, changed(closeDay)),
  onTestDay.write(renewTestDayPin, changed(renewPin)),

  onTestDay.list(listTestDayPeople, listPeople),
  onTestDay.write(addTestDayPeople, addToDay),
  onTestDay.write(placeTestDayPerson, placePerson),
  onTestDay.write(removeTestDayPerson, removePerson),
  onTestDay.write(renewTestDayCode, renewCode),
  onTestDay.run(testDaySlips, printSlips),

  onTestDay.write(makeSetupCodes, changed(addSetupCodes)),
  onTestDay.write(renewSetupCodeCall, changed(renewSetupCode)),
  onTestDay.write(revokeSetupCodeCall, revokeSetupCode),
  onTestDay.write(confirmTabletCall, confirmTablet),
  onTestDay.write(revokeTabletCall, revokeTablet),

  onTestDay.list(listKeptAttempts, keptAttempts),
  onTestDay.list(listWaitingDeliveries, waitingDeliveries),
  onDelivery.write(acceptDelivery, acceptWaiting),
  onDelivery.write(rejectDelivery, rejectWaiting),

  // Wrong codes and PINs stay counted, so none of these may be undone as a whole.
  onPlatform.run(registerTabletCall, registerTablet),
  onTablet.run(openTabletCall, openTablet),
  onTablet.run(enterByDayCode, enter),
  onTablet.run(deliverOfflineAttempt, deliver),
  onTablet.read(getTabletDay, (db, on, _query, { locale }, { deps }) =>
    tabletDay(db, deps.config.slipKey, on, locale),
  ),
  onTablet.read(getTabletPackage, packageOf),
]
