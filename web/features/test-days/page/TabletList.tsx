import { IconBan, IconDeviceTablet, IconDeviceTabletCheck, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { confirmTablet, revokeTablet, type Tablet } from '#contract/test-days.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../test-days.module.css'
import type { DayPartProps } from './parts.ts'

interface Asking {
  what: 'confirm' | 'revoke'
  tablet: Tablet
}

/** The tablets of the day with their last sign. There are as many as a room has, so they need no table. */
export function TabletList({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Asking>()
  return (
    <Card className="no-print">
      <CardHeader title={t('test-days:tablets.title')} />
      {day.tablets.length === 0 ? (
        <EmptyState title={t('test-days:tablets.empty.title')} heading="h3">
          {t('test-days:tablets.empty.text')}
        </EmptyState>
      ) : (
        <CardBody>
          <ul className={`stack ${classes.tablets}`}>
            {day.tablets.map((tablet) => (
              <li className="stack align-center touch-height" key={tablet.id}>
                <span className={classes.two}>
                  <b dir="auto">{tablet.name}</b>
                  <span className="meta" dir="auto">
                    {tablet.room}
                  </span>
                </span>
                <TabletState tablet={tablet} timeZone={timeZone} />
                {tablet.revokedAt === null ? (
                  <span className="flex gap-8">
                    {tablet.pendingSince === null ? null : (
                      <Button
                        size="sm"
                        variant="twoTone"
                        aria-label={t('test-days:tablets.confirm.of', { name: tablet.name })}
                        onClick={() => setAsking({ what: 'confirm', tablet })}
                      >
                        {t('test-days:tablets.confirm.open')}
                      </Button>
                    )}
                    <Button
                      size="sm"
                      danger
                      aria-label={t('test-days:tablets.revoke.of', { name: tablet.name })}
                      onClick={() => setAsking({ what: 'revoke', tablet })}
                    >
                      {t('test-days:tablets.revoke.open')}
                    </Button>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </CardBody>
      )}
      <AskDialog
        clientId={clientId}
        testDayId={day.id}
        asking={asking}
        onClose={() => setAsking(undefined)}
      />
    </Card>
  )
}

function TabletState({ tablet, timeZone }: { tablet: Tablet; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const { revokedAt, openedAt, lastSeenAt, pendingSince } = tablet
  return (
    <span className={classes.two}>
      {revokedAt !== null ? (
        <StatusWord tone="cancelled" icon={IconBan}>
          {t('test-days:tablets.state.revoked')}
        </StatusWord>
      ) : pendingSince !== null ? (
        <StatusWord tone="bad" icon={IconUserCheck}>
          {t('test-days:tablets.state.pending')}
        </StatusWord>
      ) : openedAt !== null ? (
        <StatusWord tone="done" icon={IconDeviceTabletCheck}>
          {t('test-days:tablets.state.opened')}
        </StatusWord>
      ) : (
        <StatusWord tone="waiting" icon={IconDeviceTablet}>
          {t('test-days:tablets.state.prepared')}
        </StatusWord>
      )}
      <span className="meta">
        {revokedAt !== null && lastSeenAt < revokedAt
          ? t('test-days:tablets.notReached', { at: at(lastSeenAt) })
          : t('test-days:tablets.seen', { at: at(lastSeenAt) })}
      </span>
    </span>
  )
}

interface AskDialogProps {
  clientId: string
  testDayId: string
  asking: Asking | undefined
  onClose: () => void
}

const calls = { confirm: confirmTablet, revoke: revokeTablet }

/** Confirms a tablet that waits for it, or withdraws one. */
function AskDialog({ clientId, testDayId, asking, onClose }: AskDialogProps) {
  const { t } = useTranslation()

  const what = asking?.what ?? 'revoke'
  return (
    <ConfirmAction
      call={calls[what]}
      input={asking && { params: { clientId, testDayId, tabletId: asking.tablet.id } }}
      done={t(`test-days:tablets.${what}.done`)}
      opened={asking !== undefined}
      danger={what === 'revoke'}
      title={t(`test-days:tablets.${what}.title`, { name: asking?.tablet.name ?? '' })}
      consequence={t(`test-days:tablets.${what}.text`)}
      confirmLabel={t(`test-days:tablets.${what}.confirm`)}
      onClose={onClose}
    />
  )
}
