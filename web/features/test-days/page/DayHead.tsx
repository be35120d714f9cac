import { IconChevronRight, IconClipboardList, IconEdit, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatLongDay } from '#contract/format.ts'
import { closeTestDay, type TestDayDetails } from '#contract/test-days.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { listPath, paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DayState } from '../DayState.tsx'
import { EditDay } from './EditDay.tsx'

interface DayHeadProps {
  clientId: string
  day: TestDayDetails
}

/** The place and time of the day, and the actions for the whole day. */
export function DayHead({ clientId, day }: DayHeadProps) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState<'edit' | 'close'>()
  const done = () => setAsking(undefined)
  return (
    <>
      <PageHeader
        crumbs={
          <>
            <Link to={paths.testDays}>{t('test-days:title')}</Link>
            <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            <span dir="auto">{day.place}</span>
          </>
        }
        title={day.place}
        aside={<DayState day={day} />}
        lead={[formatLongDay(day.day, i18n.language), ...day.tests.map(({ name }) => name)].join(' · ')}
        actions={
          <>
            <Button
              size="sm"
              icon={<IconClipboardList aria-hidden />}
              component={Link}
              to={listPath({ testDay: day.id })}
            >
              {t('test-days:results')}
            </Button>
            {day.state === 'over' ? null : (
              <>
                <Button size="sm" icon={<IconEdit aria-hidden />} onClick={() => setAsking('edit')}>
                  {t('test-days:edit.open')}
                </Button>
                <Button size="sm" danger icon={<IconLock aria-hidden />} onClick={() => setAsking('close')}>
                  {t('test-days:close.open')}
                </Button>
              </>
            )}
          </>
        }
      />
      <EditDay clientId={clientId} day={day} opened={asking === 'edit'} onClose={done} />
      <CloseDay clientId={clientId} day={day} opened={asking === 'close'} onClose={done} />
    </>
  )
}

function CloseDay({
  clientId,
  day,
  opened,
  onClose,
}: DayHeadProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmAction
      call={closeTestDay}
      input={{ params: { clientId, testDayId: day.id } }}
      done={t('test-days:close.done')}
      opened={opened}
      title={t('test-days:close.title', { place: day.place })}
      consequence={t('test-days:close.text')}
      confirmLabel={t('test-days:close.confirm')}
      onClose={onClose}
    />
  )
}
