import { type ReactNode, useEffect } from 'react'
import { tabletPage } from '#contract/pages.ts'
import { myAssignments, replace, useAddress } from '../address.ts'
import { cx } from '../cx.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { runIn } from '../device/kiosk.ts'
import { MessagePage } from '../pages/MessagePage.tsx'
import { t, useLocale } from '../words.ts'
import { ClosedPage } from './ClosedPage.tsx'
import { CodePage } from './CodePage.tsx'
import { ConfirmPage } from './ConfirmPage.tsx'
import { dayStateNow } from './clock.ts'
import { scannedCode } from './code.ts'
import { load } from './day.ts'
import { answerFromPackage } from './entering.ts'
import { FinishedPage } from './FinishedPage.tsx'
import { guardScreen, reloadUnlocked } from './guard.ts'
import { followPages, leave, lock } from './handOver.ts'
import { LockOverlay } from './LockOverlay.tsx'
import { NeedsConnectionPage } from './NeedsConnectionPage.tsx'
import { formIn } from './offline.ts'
import { PendingPage } from './PendingPage.tsx'
import { PreparedPage } from './PreparedPage.tsx'
import { SendingPage } from './SendingPage.tsx'
import { SetUpPage } from './SetUpPage.tsx'
import { SupervisorSheet } from './SupervisorSheet.tsx'
import { change, type TabletPageState, tabletState, useTabletState } from './state.ts'
import { type Begun, noteBegun } from './store.ts'
import { TabletHeader } from './TabletHeader.tsx'
import { TabletPage } from './TabletPage.tsx'
// The style sheet is no CSS module: those are part of every page of the player.
import css from './tablet.css?inline'
import { useDay, useKeptPages } from './useDay.ts'

export { addTabletWords } from './words.ts'

/** The player's ways out, on a tablet. */
const kiosk = {
  Header: TabletHeader,
  Sending: SendingPage,
  NeedsConnection: NeedsConnectionPage,
  finish: (finished: readonly string[], ended?: true) => change({ finished, ended }),
  leave: () => void leave(),
  signedOut: () => void leave(),
  reload: () => reloadUnlocked(),
  // The server has it: a tablet that can't note it keeps nobody from the test.
  begun: (assignmentId: string, test: Begun) =>
    noteBegun(deviceStore, assignmentId, test).catch((error: unknown) => console.warn(error)),
  answer: answerFromPackage,
  formIn,
  supervise: () => change({ supervising: true }),
}

function NoTablet() {
  // Somebody has scanned a slip with a phone of their own.
  if (scannedCode(window.location.href) !== undefined)
    return <MessagePage title={t('tablet:elsewhere.title')} lead={t('tablet:elsewhere.text')} />
  return <SetUpPage />
}

/** The tablet's current screen; `children` is what the player itself shows at this address. */
function Screen({ state, children }: { state: TabletPageState; children: ReactNode }) {
  const { loaded, tablet, person, finished, ended } = state
  if (!loaded)
    return (
      <TabletPage title="Terazi">
        <p role="status">{t('player:loading')}</p>
      </TabletPage>
    )
  if (!tablet) return <NoTablet />
  if (finished) return <FinishedPage receipts={finished} ended={ended} />
  if (person) return person.confirmed ? children : <ConfirmPage />
  const day = dayStateNow()
  switch (day) {
    case 'over':
    case 'withdrawn':
      return <ClosedPage withdrawn={day === 'withdrawn'} state={state} />
    case 'open':
      return <CodePage state={state} />
    default:
      if (day === 'today' && tablet.day.pending) return <PendingPage tablet={tablet} state={state} />
      return <PreparedPage tablet={tablet} today={day === 'today'} state={state} />
  }
}

/** Runs the player within a test day's tablet, from setting it up to its end. */
export function TabletApp({ children }: { children: ReactNode }) {
  const state = useTabletState()
  useLocale()
  const address = useAddress()
  const { loaded, tablet, person, finished } = state
  const confirmed = person?.confirmed === true && !finished
  // Before the first page of the player within it is drawn.
  runIn(tablet ? kiosk : undefined)
  useEffect(() => void load(), [])
  useEffect(followPages, [])
  useDay(tablet !== undefined, confirmed)
  useKeptPages(tablet !== undefined, state.pagesKept)
  const guarded =
    tablet?.verifier !== undefined &&
    (person !== undefined || finished !== undefined || dayStateNow() === 'open')
  useEffect(() => (guarded ? guardScreen(lock, () => tabletState().locked) : undefined), [guarded])
  // Addresses of tests are for people who have entered, and the tablet's own for the time between them.
  const onTabletPage = new URL(address, window.location.origin).pathname.startsWith(tabletPage)
  useEffect(() => {
    if (!loaded || !tablet) return
    if (confirmed && onTabletPage) replace(`${myAssignments}?welcome`)
    if (!confirmed && !onTabletPage) replace(tabletPage)
  }, [loaded, tablet, confirmed, onTabletPage])
  const away = confirmed && onTabletPage
  return (
    <>
      <style>{css}</style>
      <div className={cx('tab-app', state.locked && 'tab-covered')}>
        {!away && <Screen state={state}>{children}</Screen>}
      </div>
      {state.supervising && <SupervisorSheet state={state} />}
      {state.locked && <LockOverlay inTest={confirmed} />}
    </>
  )
}
