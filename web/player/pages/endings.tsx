import { IconPhone } from '@tabler/icons-react'
import { myAssignments, navigate } from '../address.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { CalendarOver, PhoneDone } from '../parts/drawings.tsx'
import { t, useLocale } from '../words.ts'
import { Closing } from './Closing.tsx'
import { continueLabel } from './continueLabel.ts'
import { dayWords } from './days.ts'
import { MessagePage } from './MessagePage.tsx'
import styles from './pages.module.css'
import { Receipt } from './Receipt.tsx'
import { ResultButton } from './ResultButton.tsx'
import { ToConsents } from './ToConsents.tsx'

function Contact({ client }: { client: OwnAssignment['client'] }) {
  return (
    <div className={controls.card} style={{ width: '100%', textAlign: 'start' }}>
      <p className={cx('muted', controls.small)}>{client.name}</p>
      <p>
        <b>{t('player:closed.contact')}</b>
      </p>
      {client.phone !== '' && kioskHere() && <bdi dir="ltr">{client.phone}</bdi>}
      {client.phone !== '' && !kioskHere() && (
        <a className={controls.tel} href={`tel:${client.phone.replace(/[^+\d]/g, '')}`} dir="ltr">
          {client.phone}
        </a>
      )}
    </div>
  )
}

function ToMyAssignments() {
  return (
    <div className="stack gap-8">
      <Button look="secondary" onClick={() => navigate(myAssignments)}>
        {continueLabel()}
      </Button>
    </div>
  )
}

export function CompletedPage({ assignment }: { assignment: OwnAssignment }) {
  const { endedByManager: ended, client } = assignment
  return (
    <MessagePage
      title={ended ? t('player:done.endedTitle') : t('player:completed.title')}
      client={client}
      drawing={<PhoneDone />}
      lead={ended ? t('player:done.ended', { client: client.name }) : t('player:done.arrived')}
      dock={<ToMyAssignments />}
    >
      {client.brand?.thanks && <p className={`breakable rounded-lg ${styles.wish}`}>{client.brand.thanks}</p>}
      {assignment.receipt !== null && (
        <Receipt
          code={assignment.receipt}
          timeZone={assignment.timeZone}
          {...(assignment.completedAt === null ? {} : { at: assignment.completedAt })}
        />
      )}
      {assignment.closing && <Closing closing={assignment.closing} client={client.name} />}
      <ResultButton of={assignment} />
      <ToConsents />
      {kioskHere() ? null : (
        <p>
          <b>{t('player:done.close')}</b>
        </p>
      )}
    </MessagePage>
  )
}

/** Past due, cancelled or closed for another reason: why, and who to ask. */
export function ClosedPage({ assignment }: { assignment: OwnAssignment }) {
  const locale = useLocale()
  const expired = assignment.status === 'expired'
  const phone = assignment.client.phone
  return (
    <MessagePage
      title={t(
        `player:closed.${expired ? 'expiredTitle' : assignment.closed ? 'closedTitle' : 'cancelledTitle'}`,
      )}
      drawing={<CalendarOver />}
      lead={
        <>
          {expired &&
            assignment.dueDate !== null &&
            `${t('player:closed.lastDayWas', { day: dayWords(assignment.dueDate, locale) })} `}
          {assignment.closed && `${t('player:closed.erased')} `}
          {expired ? t('player:closed.moreTime') : t('player:closed.cancelled')}
        </>
      }
      dock={
        <div className="stack gap-8">
          {phone !== '' && !kioskHere() && (
            <Button onClick={() => window.location.assign(`tel:${phone.replace(/[^+\d]/g, '')}`)}>
              <IconPhone aria-hidden />
              {t('player:closed.call')}
            </Button>
          )}
          <Button look="secondary" onClick={() => navigate(myAssignments)}>
            {continueLabel()}
          </Button>
        </div>
      }
    >
      <Contact client={assignment.client} />
    </MessagePage>
  )
}

/** Consent was given and withdrawn. */
export function WithdrawnPage({ assignment }: { assignment: OwnAssignment }) {
  return (
    <MessagePage
      title={t('player:withdrawn.title')}
      lead={t('player:withdrawn.text')}
      dock={<ToMyAssignments />}
    >
      <Contact client={assignment.client} />
    </MessagePage>
  )
}

/** Consent was not given: a right, with nothing more asked. */
export function RefusedPage({ assignment }: { assignment: OwnAssignment }) {
  return (
    <MessagePage title={t('player:refused.title')} lead={t('player:refused.text')} dock={<ToMyAssignments />}>
      <p className="muted">{t('player:refuse.told', { client: assignment.client.name })}</p>
      <Contact client={assignment.client} />
    </MessagePage>
  )
}
