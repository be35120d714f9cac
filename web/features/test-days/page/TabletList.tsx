import { IconBan, IconDeviceTablet, IconDeviceTabletCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { revokeTablet, type Tablet } from '#contract/test-days.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { useClientMutation } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../test-days.module.css'
import type { DayPartProps } from './parts.ts'

/** The tablets of the day with their last sign. There are as many as a room has, so they need no table. */
export function TabletList({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  const [revoking, setRevoking] = useState<Tablet>()
  return (
    <Card>
      <CardHeader title={t('test-days:tablets.title')} />
      {day.tablets.length === 0 ? (
        <EmptyState title={t('test-days:tablets.empty.title')} heading="h3">
          {t('test-days:tablets.empty.text')}
        </EmptyState>
      ) : (
        <CardBody>
          <ul className={classes.tablets}>
            {day.tablets.map((tablet) => (
              <li key={tablet.id}>
                <span className={classes.two}>
                  <b dir="auto">{tablet.name}</b>
                  <span className="meta" dir="auto">
                    {tablet.room}
                  </span>
                </span>
                <TabletState tablet={tablet} timeZone={timeZone} />
                {tablet.revokedAt === null ? (
                  <Button
                    size="sm"
                    danger
                    aria-label={t('test-days:tablets.revoke.of', { name: tablet.name })}
                    onClick={() => setRevoking(tablet)}
                  >
                    {t('test-days:tablets.revoke.open')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </CardBody>
      )}
      <RevokeDialog
        clientId={clientId}
        testDayId={day.id}
        tablet={revoking}
        onClose={() => setRevoking(undefined)}
      />
    </Card>
  )
}

function TabletState({ tablet, timeZone }: { tablet: Tablet; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const { revokedAt, openedAt, lastSeenAt } = tablet
  return (
    <span className={classes.two}>
      {revokedAt !== null ? (
        <StatusWord tone="cancelled" icon={IconBan}>
          {t('test-days:tablets.state.revoked')}
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

interface RevokeDialogProps {
  clientId: string
  testDayId: string
  tablet: Tablet | undefined
  onClose: () => void
}

function RevokeDialog({ clientId, testDayId, tablet, onClose }: RevokeDialogProps) {
  const { t } = useTranslation()
  const revoking = useClientMutation(clientId, (tabletId: string) =>
    api(revokeTablet, { params: { clientId, testDayId, tabletId } }),
  )
  return (
    <ConfirmDialog
      opened={tablet !== undefined}
      title={t('test-days:tablets.revoke.title', { name: tablet?.name ?? '' })}
      consequence={t('test-days:tablets.revoke.text')}
      confirmLabel={t('test-days:tablets.revoke.confirm')}
      busy={revoking.isPending}
      onConfirm={() => {
        if (tablet)
          revoking.mutate(tablet.id, {
            onSuccess: () => toast.success(t('test-days:tablets.revoke.done')),
            onError: (error) => toast.error(errorMessage(error)),
            onSettled: onClose,
          })
      }}
      onClose={onClose}
    />
  )
}
