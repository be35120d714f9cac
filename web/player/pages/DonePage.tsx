import { type ComponentProps, useState } from 'react'
import type { OwnBrand } from '#contract/brand.ts'
import type { Locale } from '#contract/fields.ts'
import { formatTime } from '#contract/format.ts'
import type { Form } from '#contract/participant.ts'
import { assignmentPath, myAssignments, myData, navigate } from '../address.ts'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { Closing } from './Closing.tsx'
import { dayWords } from './days.ts'
import type { ListedAssignment } from './list.ts'
import { openingWords, useOpening } from './opening.ts'
import styles from './pages.module.css'
import { Receipt } from './Receipt.tsx'
import { ResultButton } from './ResultButton.tsx'
import { ToConsents } from './ToConsents.tsx'

function CopyButton({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      look="secondary"
      onClick={() => {
        navigator.clipboard?.writeText(code).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      {copied ? t('player:done.copied') : t('player:done.copy')}
    </Button>
  )
}

/** The buttons shown when nothing is left to take. */
const AllDone = ({ receipt }: { receipt: string }) => (
  <>
    <CopyButton code={receipt} />
    <Button look="plain" onClick={() => navigate(myAssignments)}>
      {t('player:button.myAssignments')}
    </Button>
    <Button look="plain" onClick={() => navigate(myData)}>
      {t('player:list.data')}
    </Button>
  </>
)

interface DonePageProps {
  person: string
  client: string
  receipt: string
  at: string
  timeZone: string | undefined
  /** The next pending test, if there is one. */
  next: ListedAssignment | undefined
  /** The number of pending tests, the next one among them. */
  left?: number | undefined
  /** The number of answers that the server stored after the limit, and the times of those given before it. */
  late: { count: number; inTime: readonly string[] }
  /** A manager ended the test. */
  ended?: true | undefined
  /** The assignment whose result this person may see now. */
  resultOf?: ComponentProps<typeof ResultButton>['of'] | undefined
  brand?: OwnBrand | undefined
  /** The test's closing text. */
  closing?: Form['closing']
}

function inTimeWords(moments: readonly string[], locale: Locale, timeZone: string | undefined): string {
  const [from = '', to = ''] = [moments[0], moments.at(-1)].map(
    (moment) => moment && formatTime(moment, locale, timeZone),
  )
  return t('player:done.lateInTime', { count: moments.length, from, to })
}

function Late({ late, client, timeZone }: Pick<DonePageProps, 'late' | 'client' | 'timeZone'>) {
  const locale = useLocale()
  return (
    <p className={cx('above-16 muted text-center', controls.small)}>
      {t('player:done.late', { count: late.count, client })}
      {late.inTime.length > 0 && ` ${inTimeWords(late.inTime, locale, timeZone)}`}
    </p>
  )
}

/** Thanks, with the code that proves the arrival. Shown only after the server has answered. */
export function DonePage({
  person,
  client,
  receipt,
  at,
  timeZone,
  next,
  left = 1,
  late,
  ended,
  resultOf,
  brand,
  closing,
}: DonePageProps) {
  const locale = useLocale()
  // Its own page says the end, once nothing is left to take.
  const kiosk = kioskHere()
  const opening = useOpening(next?.opening ?? null, at)
  return (
    <Frame
      // A shared tablet's browser keeps titles in its history.
      title={kiosk ? t('player:completed.title') : t('player:done.title', { name: person })}
      reading
      brand={brand}
      header={<Header of={{ name: client, phone: '', brand }} />}
      dock={
        <div className="stack gap-8">
          {next && opening === null ? (
            <>
              <Button big onClick={() => navigate(assignmentPath(next.id))}>
                {t('player:done.goNext')}
              </Button>
              {kiosk ? null : (
                <Button look="plain" onClick={() => navigate(myAssignments)}>
                  {t('player:done.later')}
                </Button>
              )}
            </>
          ) : kiosk ? (
            <Button big onClick={() => navigate(myAssignments)}>
              {t('tablet:done.continue')}
            </Button>
          ) : (
            <AllDone receipt={receipt} />
          )}
        </div>
      }
    >
      <PhoneDone />
      <h1 id="prompt" tabIndex={-1} className={cx('text-center', controls.title)}>
        {t('player:done.title', { name: person })}
      </h1>
      <p className={cx('text-center', controls.lead, styles.gapSmall)} role="status">
        {ended ? t('player:done.ended', { client }) : t('player:done.arrived')}
      </p>
      {brand?.thanks && <p className={`breakable rounded-lg ${styles.wish}`}>{brand.thanks}</p>}
      <div className="above-16">
        <Receipt code={receipt} at={at} timeZone={timeZone} />
      </div>
      {closing && <Closing closing={closing} client={client} />}
      {late.count > 0 && <Late late={late} client={client} timeZone={timeZone} />}
      {resultOf === undefined ? null : (
        <div className="above-16 text-center">
          <ResultButton of={resultOf} />
        </div>
      )}
      {next ? (
        <div className={cx('above-16', controls.card)}>
          <p className={cx('muted', controls.small)}>{t('player:done.left', { count: left })}</p>
          <p>
            <b>
              {next.inventory.name}, {t('player:facts.minutes', { count: next.minutes })}
            </b>
          </p>
          {opening === null ? null : (
            <p role="status">{openingWords(opening, at, locale, next.timeZone).join(' · ')}</p>
          )}
          <p className={cx('muted', controls.small)}>
            {next.dueDate !== null &&
              `${t('player:facts.lastDay', { day: dayWords(next.dueDate, locale) })} `}
            {t('player:done.break')}
          </p>
        </div>
      ) : kiosk ? null : (
        <div className="above-16 text-center">
          <p>
            <b>{t('player:done.close')}</b>
          </p>
          {resultOf === undefined ? (
            <p className={cx('muted', controls.small, styles.gapSmall)}>
              {t('player:done.told', { client })}
            </p>
          ) : null}
        </div>
      )}
      <ToConsents />
    </Frame>
  )
}
