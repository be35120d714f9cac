import { IconClock, IconCloudCheck, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import type { Locale } from '#contract/fields.ts'
import { assignmentPath, navigate } from '../address.ts'
import { countdown, secondsLeft, serverClock } from '../attempt/clock/clock.ts'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import { signOutHere } from '../device/signOut.ts'
import { currentSession } from '../device/slices.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { useSecond } from '../taking/useLive.ts'
import { t, useLocale } from '../words.ts'
import { dayWords } from './days.ts'
import type { ListedAssignment } from './list.ts'
import { openingWords } from './opening.ts'
import styles from './pages.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')

/** The number of questions for everybody, and of those that need consent. */
const questionsOf = ({ itemCount, consentItemCount = 0 }: ListedAssignment) =>
  [
    t('player:facts.questions', { count: itemCount }),
    ...(consentItemCount > 0 ? [t('player:facts.questionsWithConsent', { count: consentItemCount })] : []),
  ].join(', ')

/** `ownDays`: the tests are not due on one day, so that each says its own. */
function Tests({
  list,
  ownDays,
  serverTime,
}: {
  list: readonly ListedAssignment[]
  ownDays: boolean
  serverTime: string
}) {
  const locale = useLocale()
  return (
    <ul className={cx('above-16', controls.panel, styles.tests)}>
      {list.map((assignment) => (
        <li className="stack align-center" key={assignment.id}>
          <b>{assignment.inventory.name}</b>
          <span className="inline-row gap-6 semibold nowrap">
            {assignment.deadline === null ? (
              <>
                <IconClock size={20} aria-hidden />
                {t('player:facts.minutesShort', { count: assignment.minutes })}
              </>
            ) : (
              <>
                <IconHourglass size={20} aria-hidden />
                <Left deadline={assignment.deadline} serverTime={serverTime} />
              </>
            )}
          </span>
          <span className={cx('muted', controls.small)}>
            {assignment.startedAt === null
              ? questionsOf(assignment)
              : `${assignment.answered} / ${assignment.itemCount}`}
          </span>
          {assignment.needsConnection && (
            <span className={cx(controls.small, styles.due)}>{t('tablet:needsConnection.short')}</span>
          )}
          {assignment.opening !== null && list.length > 1 && (
            <span className={cx(controls.small, styles.due)}>
              {openingWords(assignment.opening, serverTime, locale, assignment.timeZone).join(' · ')}
            </span>
          )}
          {ownDays && (
            <span className={cx(controls.small, styles.due)}>
              {assignment.dueDate === null
                ? t('player:facts.noDue')
                : `${t('player:facts.due')}: ${dayWords(assignment.dueDate, locale)}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The time that is left, by the server's clock. */
function Left({ deadline, serverTime }: { deadline: string; serverTime: string }) {
  const [counted] = useState(() => {
    const clock = serverClock()
    clock.sync(serverTime)
    return clock
  })
  useSecond(true)
  return t('player:list.left', { time: countdown(secondsLeft(deadline, counted.now())) })
}

function noteOf(first: ListedAssignment, serverTime: string, locale: Locale): string {
  const { opening, startedAt, deadline, timeZone } = first
  if (opening !== null) return openingWords(opening, serverTime, locale, timeZone).join(' · ')
  return startedAt !== null && deadline !== null ? t('player:welcome.running') : t('player:welcome.notYet')
}

/** The button's label; with several tests it names the one that it opens. */
function beginWords({ opening, inventory }: ListedAssignment, count: number): string {
  if (opening !== null) return t('player:list.prepare')
  return count > 1 ? t('player:welcome.beginWith', { test: inventory.name }) : t('player:welcome.begin')
}

/** Shows who asks for the tests. */
function Asking({ client, count, bare }: { client: string; count: number; bare: boolean }) {
  return (
    <div className={cx('stack align-center gap-12 above-16', !bare && styles.company)}>
      {/* The client's logo is in the header. */}
      {!bare && (
        <span className={`stack centered bold muted surface rounded ${styles.logo}`} aria-hidden>
          {initials(client)}
        </span>
      )}
      <p>
        <b>{client}</b>
        <br />
        <span className="muted">{t('player:welcome.asks', { count })}</span>
      </p>
    </div>
  )
}

/** The first page behind an invitation: who asks for what, how long it takes, until when. Opening it starts nothing. */
export function WelcomePage({
  name,
  list,
  serverTime,
}: {
  name: string
  list: readonly ListedAssignment[]
  serverTime: string
}) {
  const locale = useLocale()
  const [notMe, setNotMe] = useState(false)
  const first = list[0]
  if (!first) return null
  const [again, due] = [first.startedAt !== null, first.dueDate]
  const ownDays = list.some(({ dueDate }) => dueDate !== due)
  const { name: client, brand } = first.client
  // A tablet is there for its day, with all its tests.
  const oneNow = list.length > 1 && !again && first.opening === null && !kioskHere()
  const saysDay = oneNow && !ownDays && due !== null
  const greeting = again ? t('player:welcome.again', { name }) : t('player:welcome.hello', { name })
  const tests = <Tests list={list} ownDays={ownDays} serverTime={serverTime} />
  return (
    <Frame
      // A shared tablet's browser keeps titles in its history.
      title={kioskHere() ? t('player:list.title') : greeting}
      reading
      brand={brand}
      header={<Header of={first.client} />}
      dock={
        <div aria-hidden={notMe}>
          <p className={frame.note}>{noteOf(first, serverTime, locale)}</p>
          <div className="stack gap-8">
            <Button big onClick={() => navigate(assignmentPath(first.id))}>
              {again ? t('player:button.continue') : beginWords(first, list.length)}
            </Button>
            {/* A person at a shared tablet has just confirmed the name. */}
            {kioskHere() ? null : (
              <Button look="plain" onClick={() => setNotMe(true)}>
                {t('player:welcome.notMe', { name })}
              </Button>
            )}
          </div>
        </div>
      }
    >
      <h1 className={controls.title}>{greeting}</h1>
      {/* The time left is visible at once, however long the client's name. */}
      {again && tests}
      <Asking client={client} count={list.length} bare={!!brand?.logo} />
      {brand?.intro && <p className={`breakable rounded-lg ${styles.wish}`}>{brand.intro}</p>}
      {!again && tests}
      {oneNow && (
        <p className={cx('above-16', controls.lead)}>
          {saysDay
            ? t('player:welcome.oneNowUntil', { day: dayWords(due, locale) })
            : t('player:welcome.oneNow')}
        </p>
      )}
      {due !== null && !ownDays && !saysDay && (
        <dl className={`stack gap-8 ${styles.facts}`}>
          <div>
            <dt>{t('player:facts.due')}</dt>
            <dd>{dayWords(due, locale)}</dd>
          </div>
        </dl>
      )}
      <p className={controls.sentence}>
        <IconCloudCheck aria-hidden />
        {t('player:welcome.kept')}
      </p>
      {notMe && (
        <Sheet title={t('player:notMe.title')} onClose={() => setNotMe(false)}>
          <p className={controls.lead}>{t('player:notMe.text', { name })}</p>
          <p className="muted">{t('player:notMe.ask', { client })}</p>
          <SheetActions>
            <Button
              onClick={() => {
                const session = currentSession()
                if (session) void signOutHere(session)
              }}
            >
              {t('player:list.signOut')}
            </Button>
            <Button look="secondary" onClick={() => setNotMe(false)}>
              {t('player:notMe.back', { name })}
            </Button>
          </SheetActions>
        </Sheet>
      )}
    </Frame>
  )
}
