import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/format.ts'
import { assignmentPath, myAssignments, navigate } from '../address.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { CalendarOver, PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { dayWords } from './days.ts'
import type { ListedAssignment } from './list.ts'
import { MessagePage } from './MessagePage.tsx'
import styles from './pages.module.css'

function Receipt({ code, at, timeZone }: { code: string; at?: string; timeZone?: string }) {
  const locale = useLocale()
  return (
    <div className={styles.code}>
      <span>{t('player:done.receipt')}</span>
      <b dir="ltr">{code}</b>
      {at !== undefined && <span>{formatDateTime(at, locale, timeZone)}</span>}
    </div>
  )
}

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

interface DonePageProps {
  person: string
  client: string
  receipt: string
  at: string
  /** What else waits, when anything does. */
  next: ListedAssignment | undefined
}

/** Thanks, with the code that proves the arrival. Shown only after the server has answered. */
export function DonePage({ person, client, receipt, at, next }: DonePageProps) {
  const locale = useLocale()
  return (
    <Frame
      title={t('player:done.title', { name: person })}
      header={<Header />}
      dock={
        <div className={frame.stack}>
          {next ? (
            <>
              <Button big onClick={() => navigate(assignmentPath(next.id))}>
                {t('player:done.goNext')}
              </Button>
              <Button look="plain" onClick={() => navigate(myAssignments)}>
                {t('player:done.later')}
              </Button>
            </>
          ) : (
            <>
              <CopyButton code={receipt} />
              <Button look="plain" onClick={() => navigate(myAssignments)}>
                {t('player:button.myAssignments')}
              </Button>
            </>
          )}
        </div>
      }
    >
      <PhoneDone />
      <h1 id="prompt" tabIndex={-1} className={cx(controls.title, controls.center)}>
        {t('player:done.title', { name: person })}
      </h1>
      <p className={cx(controls.lead, controls.center, styles.gapSmall)} role="status">
        {t('player:done.arrived')}
      </p>
      <div className={styles.gap}>
        <Receipt code={receipt} at={at} />
      </div>
      {next ? (
        <div className={cx(controls.card, styles.gap)}>
          <p className={cx(controls.small, controls.muted)}>{t('player:done.left')}</p>
          <p>
            <b>
              {next.inventory.name}, {t('player:facts.minutes', { count: next.minutes })}
            </b>
          </p>
          <p className={cx(controls.small, controls.muted)}>
            {next.dueDate !== null &&
              `${t('player:facts.lastDay', { day: dayWords(next.dueDate, locale) })} `}
            {t('player:done.break')}
          </p>
        </div>
      ) : (
        <div className={cx(controls.center, styles.gap)}>
          <p>
            <b>{t('player:done.close')}</b>
          </p>
          <p className={cx(controls.small, controls.muted, styles.gapSmall)}>
            {t('player:done.told', { client })}
          </p>
        </div>
      )}
    </Frame>
  )
}

function Contact({ client }: { client: OwnAssignment['client'] }) {
  return (
    <div className={controls.card} style={{ width: '100%', textAlign: 'start' }}>
      <p className={cx(controls.small, controls.muted)}>{client.name}</p>
      <p>
        <b>{t('player:closed.contact')}</b>
      </p>
      {client.phone !== '' && (
        <a className={controls.tel} href={`tel:${client.phone.replace(/[^+\d]/g, '')}`} dir="ltr">
          {client.phone}
        </a>
      )}
    </div>
  )
}

function ToMyAssignments() {
  return (
    <div className={frame.stack}>
      <Button look="secondary" onClick={() => navigate(myAssignments)}>
        {t('player:button.myAssignments')}
      </Button>
    </div>
  )
}

export function CompletedPage({ assignment }: { assignment: OwnAssignment }) {
  return (
    <MessagePage
      title={t('player:completed.title')}
      drawing={<PhoneDone />}
      lead={t('player:done.arrived')}
      dock={<ToMyAssignments />}
    >
      {assignment.receipt !== null && (
        <Receipt
          code={assignment.receipt}
          timeZone={assignment.timeZone}
          {...(assignment.completedAt === null ? {} : { at: assignment.completedAt })}
        />
      )}
      <p>
        <b>{t('player:done.close')}</b>
      </p>
    </MessagePage>
  )
}

/** Past due, cancelled, or otherwise shut: why, and whom to ask. */
export function ClosedPage({ assignment }: { assignment: OwnAssignment }) {
  const locale = useLocale()
  const expired = assignment.status === 'expired'
  const phone = assignment.client.phone
  return (
    <MessagePage
      title={expired ? t('player:closed.expiredTitle') : t('player:closed.cancelledTitle')}
      drawing={<CalendarOver />}
      lead={
        <>
          {expired &&
            assignment.dueDate !== null &&
            `${t('player:closed.lastDayWas', { day: dayWords(assignment.dueDate, locale) })} `}
          {expired ? t('player:closed.moreTime') : t('player:closed.cancelled')}
        </>
      }
      dock={
        <div className={frame.stack}>
          {phone !== '' && (
            <Button onClick={() => window.location.assign(`tel:${phone.replace(/[^+\d]/g, '')}`)}>
              <IconPhone aria-hidden />
              {t('player:closed.call')}
            </Button>
          )}
          <Button look="secondary" onClick={() => navigate(myAssignments)}>
            {t('player:button.myAssignments')}
          </Button>
        </div>
      }
    >
      <Contact client={assignment.client} />
    </MessagePage>
  )
}

/** Consent was not given: a right, with nothing more asked. */
export function RefusedPage({ assignment }: { assignment: OwnAssignment }) {
  return (
    <MessagePage title={t('player:refused.title')} lead={t('player:refused.text')} dock={<ToMyAssignments />}>
      <p className={controls.muted}>{t('player:refuse.told', { client: assignment.client.name })}</p>
      <Contact client={assignment.client} />
    </MessagePage>
  )
}
