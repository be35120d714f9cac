import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeTestDayPerson, type TestDayDetails } from '#contract/test-days.ts'
import { api } from '../../../app/api.ts'
import { useSequence } from '../../../app/useAction.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { RoomField } from './RoomField.tsx'

interface RoomDialogProps {
  clientId: string
  day: TestDayDetails
  title: string
  membershipIds: readonly string[]
  /** The people's present room. */
  room: string
  opened: boolean
  onClose: () => void
  onDone?: () => void
}

/** Gives people of the day a room, one after the other. */
export function RoomDialog({
  clientId,
  day,
  title,
  membershipIds,
  opened,
  onClose,
  ...rest
}: RoomDialogProps) {
  const { t } = useTranslation()
  const [room, setRoom] = useState(rest.room)
  const placing = useSequence(placeTestDayPerson, async () => {
    for (const membershipId of membershipIds)
      await api(placeTestDayPerson, { params: { clientId, testDayId: day.id, membershipId }, body: { room } })
  })
  return (
    <ConfirmDialog
      opened={opened}
      danger={false}
      title={title}
      consequence={t('test-days:room.text')}
      confirmLabel={t('test-days:room.confirm')}
      busy={placing.isPending}
      onConfirm={() =>
        placing.mutate(undefined, {
          onSuccess: () => rest.onDone?.(),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <RoomField day={day} value={room} onChange={setRoom} />
    </ConfirmDialog>
  )
}
