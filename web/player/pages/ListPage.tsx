import { IconMenu2, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { myData, toSignIn } from '../address.ts'
import { calls, request } from '../api.ts'
import { attemptsOf, type StoredAttempt } from '../attempt/saving/store.ts'
import { cx } from '../cx.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { kioskHere } from '../device/kiosk.ts'
import { signOutHere } from '../device/signOut.ts'
import { currentSession, type Session } from '../device/slices.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { EmptyScales } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { Link } from '../parts/Link.tsx'
import { LookSheet } from '../parts/LookSheet.tsx'
import { t, useLocale } from '../words.ts'
import { AssignmentCards, AssignmentTable } from './AssignmentRows.tsx'
import { takeAssignmentList } from './assignmentList.ts'
import { deliverStored } from './deliver.ts'
import { FailureText } from './failures.tsx'
import { inOrder, isOpen, receiptsOf } from './list.ts'
import { msUntilOpen } from './opening.ts'
import styles from './pages.module.css'
import { StoredPage } from './StoredPage.tsx'
import { StoredTests } from './StoredTests.tsx'
import { ToConsents } from './ToConsents.tsx'
import { Unconfirmed } from './Unconfirmed.tsx'
import { useCall } from './useCall.ts'
import { Waiting } from './Waiting.tsx'
import { WelcomePage } from './WelcomePage.tsx'

const query = () => window.matchMedia('(min-width: 768px)')

const subscribe = (listener: () => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True if there is room for a table. */
const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches)

function RowsSkeleton() {
  return (
    <ul className={styles.list} aria-busy>
      {[1, 2, 3].map((n) => (
        <li key={n} className={styles.assignment} aria-hidden>
          <span className={styles.skeletonLine} style={{ width: 92, height: 28, borderRadius: 14 }} />
          <span className={styles.skeletonLine} style={{ width: 210, height: 22 }} />
          <span className={styles.skeletonLine} style={{ width: '80%', height: 18 }} />
          <span className={styles.skeletonLine} style={{ height: 52, borderRadius: 12 }} />
        </li>
      ))}
    </ul>
  )
}

function List({ session, welcome }: { session: Session; welcome: boolean }) {
  const locale = useLocale()
  const wide = useWide()
  const [menu, setMenu] = useState(false)
  const [loaded, retry] = useCall(
    async () => takeAssignmentList() ?? (await request(calls.list, { token: session.token })),
    locale,
  )
  const [begun, setBegun] = useState<StoredAttempt[]>([])
  const failed = loaded.is === 'failed'
  useEffect(() => {
    // If there is no connection the list is missing, but tests begun on this device can go on.
    if (failed) attemptsOf(deviceStore, session.user.id).then(setBegun, () => setBegun([]))
  }, [failed, session.user.id])
  useEffect(() => {
    if (loaded.is !== 'there') return
    const { results, serverTime } = loaded.value
    const waits = results.flatMap(({ opening }) => msUntilOpen(opening, serverTime) ?? [])
    if (waits.length === 0) return
    const timer = setTimeout(retry, waits.sort((a, b) => a - b)[0])
    return () => clearTimeout(timer)
  }, [loaded, retry])
  useEffect(() => {
    void deliverStored(session.user.id).then((sent) => {
      if (sent) retry()
    })
  }, [session.user.id, retry])

  // A test day's tablet shows the greeting while there is a test to take; then the person gives it back.
  const kiosk = kioskHere()
  const finished = kiosk && loaded.is === 'there' && !loaded.value.results.some(isOpen)
  useEffect(() => {
    if (finished) kiosk.finish(receiptsOf(loaded.value.results))
  }, [finished, kiosk, loaded])
  if (finished) return <Waiting title={t('player:list.title')} />

  if ((welcome || kiosk) && loaded.is === 'there' && loaded.value.results.some(isOpen))
    return (
      <WelcomePage
        name={loaded.value.name}
        list={inOrder(loaded.value.results, loaded.value.serverTime).filter(isOpen)}
        serverTime={loaded.value.serverTime}
      />
    )

  return (
    <Frame
      title={t('player:list.title')}
      wide
      header={
        <Header>
          <span className={`min-0 semibold muted breakable text-end ${frame.person}`}>
            {loaded.is === 'there' ? loaded.value.name : session.user.name}
          </span>
          <button
            type="button"
            className={controls.icon}
            aria-label={t('player:list.menu')}
            onClick={() => setMenu(true)}
          >
            <IconMenu2 aria-hidden />
          </button>
        </Header>
      }
    >
      <h1 className={controls.title}>{t('player:list.title')}</h1>
      {session.invitation || session.user.emailVerified ? null : <Unconfirmed token={session.token} />}
      {loaded.is === 'loading' && (
        <>
          <p className="sr" role="status">
            {t('player:loading')}
          </p>
          <RowsSkeleton />
        </>
      )}
      {loaded.is === 'failed' && (
        <div className={styles.middle}>
          <span className={styles.warnBadge}>
            <IconWifiOff size={36} aria-hidden />
          </span>
          <h2 className={controls.heading}>{t('player:list.failed')}</h2>
          <FailureText failure={loaded.failure} onRetry={retry} />
          <StoredTests attempts={begun} />
        </div>
      )}
      {loaded.is === 'there' && loaded.value.results.length === 0 && (
        <Empty withoutCompany={session.user.company === ''} />
      )}
      {loaded.is === 'there' &&
        loaded.value.results.length > 0 &&
        (wide ? (
          <AssignmentTable list={loaded.value.results} serverTime={loaded.value.serverTime} />
        ) : (
          <AssignmentCards list={loaded.value.results} serverTime={loaded.value.serverTime} />
        ))}
      {loaded.is === 'there' && <ToConsents data />}
      {menu && <Menu session={session} onClose={() => setMenu(false)} />}
    </Frame>
  )
}

function Empty({ withoutCompany }: { withoutCompany: boolean }) {
  return (
    <div className={styles.middle}>
      <EmptyScales />
      <h2 className={controls.heading}>{t('player:list.empty')}</h2>
      <p className="muted">{t('player:list.emptyText')}</p>
      {withoutCompany && (
        <>
          <p>{t('player:list.organisation')}</p>
          <a className={cx(controls.button, controls.secondary)} href="/app/account/kyc-form">
            {t('player:list.setUp')}
          </a>
        </>
      )}
    </div>
  )
}

function Menu({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <LookSheet title={t('player:list.menu')} onClose={onClose}>
      {session.invitation ? null : (
        <a className={cx(controls.button, controls.secondary)} href="/account/settings/profile">
          {t('player:list.account')}
        </a>
      )}
      {kioskHere() ? null : (
        <Link className={cx(controls.button, controls.secondary)} to={myData}>
          {t('player:list.data')}
        </Link>
      )}
      <Button look="secondary" onClick={() => void signOutHere(session)}>
        {t('player:list.signOut')}
      </Button>
    </LookSheet>
  )
}

/** My assignments. Without a session: the attempts kept on this device, else the sign-in page. */
export function ListPage({ welcome }: { welcome: boolean }) {
  const [session] = useState(currentSession)
  if (session) return <List session={session} welcome={welcome} />
  return <StoredPage onNothing={toSignIn} />
}
