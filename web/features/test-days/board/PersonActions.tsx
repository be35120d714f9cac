import {
  IconAccessible,
  IconClockPlus,
  IconDeviceTablet,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addMinutes, type BoardRow, endTest, releaseTest } from '#contract/board.ts'
import { formatNumber } from '#contract/format.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { ManyAccommodationsDialog } from '../../assignments/accommodations/ManyAccommodationsDialog.tsx'
import classes from './board.module.css'
import { isUnderWay } from './rows.ts'
import { usePause } from './usePause.ts'

interface PersonActionsProps {
  clientId: string
  row: BoardRow
  /** All of the person on this board. */
  tests: readonly BoardRow[]
  /** Further actions of a test day. */
  children?: ReactNode
}

type What = 'add' | 'end' | 'release' | 'accommodate'

/** The actions for a test that is under way, or before all of them; impossible ones are not offered. */
export function PersonActions({ clientId, row, tests, children }: PersonActionsProps) {
  const { t } = useTranslation()
  // The row is that of the opening: the person may begin the next test while a dialog is open.
  const [asking, setAsking] = useState<{ what: What; row: BoardRow }>()
  const ask = (what: What) => setAsking({ what, row })
  const pause = usePause()
  const dialog = { row: asking?.row ?? row, onClose: () => setAsking(undefined) }
  const paused = row.state === 'paused'
  return (
    <div className={`stack gap-8 ${classes.actions}`}>
      {isUnderWay(row) ? (
        <>
          <Button
            variant={paused ? 'solid' : 'default'}
            icon={paused ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
            loading={pause.isPending}
            onClick={() =>
              pause.mutate({
                params: { clientId },
                body: { paused: !paused, assignmentIds: [row.assignmentId] },
              })
            }
          >
            {t(paused ? 'board:pause.resume' : 'board:pause.pause')}
          </Button>
          {row.deadline === null ? null : (
            <Button icon={<IconClockPlus aria-hidden />} onClick={() => ask('add')}>
              {t('board:add.open')}
            </Button>
          )}
          <Button icon={<IconDeviceTablet aria-hidden />} onClick={() => ask('release')}>
            {t('board:release.open')}
          </Button>
        </>
      ) : null}
      {row.state === 'not_started' ? (
        <Button icon={<IconAccessible aria-hidden />} onClick={() => ask('accommodate')}>
          {t('accommodations:title')}
        </Button>
      ) : null}
      {children}
      {isUnderWay(row) ? (
        <Button danger icon={<IconPlayerStop aria-hidden />} onClick={() => ask('end')}>
          {t('board:end.open')}
        </Button>
      ) : null}
      <AddDialog {...dialog} opened={asking?.what === 'add'} />
      <ReleaseDialog {...dialog} opened={asking?.what === 'release'} />
      <EndDialog {...dialog} opened={asking?.what === 'end'} />
      {asking?.what === 'accommodate' ? (
        <ManyAccommodationsDialog
          clientId={clientId}
          title={t('accommodations:many.ofPerson', { name: asking.row.name })}
          start={asking.row.accommodations}
          which={{
            assignmentIds: tests.flatMap((test) => (test.state === 'not_started' ? test.assignmentId : [])),
          }}
          onClose={dialog.onClose}
        />
      ) : null}
    </div>
  )
}

interface DialogProps {
  row: BoardRow

  opened: boolean
  onClose: () => void
}

const choices = [5, 10, 15, 30]

function AddDialog({ row, opened, onClose }: DialogProps) {
  const { t, i18n } = useTranslation()
  const [minutes, setMinutes] = useState(10)
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  return (
    <ConfirmAction
      call={addMinutes}
      input={{ params: { assignmentId: row.assignmentId }, body: { minutes } }}
      done={t('board:add.done', words(minutes))}
      opened={opened}
      title={t('board:add.title', { name: row.name })}
      consequence={t('board:add.text')}
      confirmLabel={t('board:add.confirm', words(minutes))}
      danger={false}
      onClose={onClose}
    >
      <Segmented
        label={t('board:add.minutes')}
        size="md"
        value={String(minutes)}
        onChange={(value) => setMinutes(Number(value))}
        data={choices.map((value) => ({ value: String(value), label: formatNumber(value, i18n.language) }))}
      />
    </ConfirmAction>
  )
}

function ReleaseDialog({ row, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmAction
      call={releaseTest}
      input={{ params: { assignmentId: row.assignmentId } }}
      done={t('board:release.done')}
      opened={opened}
      title={t('board:release.title', { name: row.name })}
      consequence={t(row.tablet === '' ? 'board:release.text' : 'board:release.textOfTablet')}
      confirmLabel={t('board:release.confirm')}
      danger={false}
      onClose={onClose}
    />
  )
}

function EndDialog({ row, opened, onClose }: DialogProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <ConfirmAction
      call={endTest}
      input={{ params: { assignmentId: row.assignmentId } }}
      done={t('board:end.done')}
      opened={opened}
      title={t('board:end.title', { name: row.name })}
      consequence={[
        t('board:end.text', { answered: number(row.answered), total: number(row.total) }),
        ...(row.unsent > 0 ? [t('board:end.unsent', { count: row.unsent, number: number(row.unsent) })] : []),
      ].join(' ')}
      confirmLabel={t('board:end.confirm')}
      onClose={onClose}
    />
  )
}
