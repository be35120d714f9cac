import { Menu } from '@mantine/core'
import { IconAccessible, IconDoor, IconDots, IconKey, IconPrinter, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeTestDayPerson, type TestDayDetails, type TestDayPerson } from '#contract/test-days.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ActionMenu } from '../../../ui/overlay/ActionMenu.tsx'
import { ManyAccommodationsDialog } from '../../assignments/accommodations/ManyAccommodationsDialog.tsx'
import { ReplaceCodeDialog } from './ReplaceCode.tsx'
import { RoomDialog } from './RoomDialog.tsx'
import { useSlips } from './useSlips.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

interface PersonMenuProps {
  clientId: string
  day: TestDayDetails
  person: TestDayPerson
}

/** The actions for one person of the day; none once it is over. */
export function PersonMenu({ clientId, day, person }: PersonMenuProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'code' | 'room' | 'accommodate' | 'remove'>()
  const slips = useSlips(clientId, day.id)
  const dialog = { clientId, day, person, onClose: () => setAsking(undefined) }
  if (day.state === 'over') return null
  return (
    <>
      <ActionMenu
        target={
          <IconButton size="xs" label={t('test-days:people.actionsOf', { name: person.name })}>
            <IconDots {...icon} />
          </IconButton>
        }
      >
        <Menu.Item
          leftSection={<IconPrinter {...icon} />}
          onClick={() => slips.save({ membershipId: person.membershipId })}
        >
          {t('test-days:slips.one')}
        </Menu.Item>
        {person.state === 'finished' ? null : (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setAsking('code')}>
            {t('test-days:code.open')}
          </Menu.Item>
        )}
        {day.rooms.length > 0 ? (
          <Menu.Item leftSection={<IconDoor {...icon} />} onClick={() => setAsking('room')}>
            {t('test-days:room.open')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconAccessible {...icon} />} onClick={() => setAsking('accommodate')}>
          {t('accommodations:title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconUserMinus {...icon} />} onClick={() => setAsking('remove')}>
          {t('test-days:remove.open')}
        </Menu.Item>
      </ActionMenu>
      <ReplaceCodeDialog {...dialog} testDayId={day.id} opened={asking === 'code'} />
      <RoomDialog
        {...dialog}
        title={t('test-days:room.title', { name: person.name })}
        membershipIds={[person.membershipId]}
        room={person.room}
        opened={asking === 'room'}
      />
      {asking === 'accommodate' ? (
        <ManyAccommodationsDialog
          clientId={clientId}
          title={t('accommodations:many.ofPerson', { name: person.name })}
          which={{ ofTestDay: { id: day.id, membershipIds: [person.membershipId] } }}
          onClose={dialog.onClose}
        />
      ) : null}
      <RemoveDialog {...dialog} opened={asking === 'remove'} />
    </>
  )
}

interface DialogProps extends PersonMenuProps {
  opened: boolean
  onClose: () => void
}

function RemoveDialog({ clientId, day, person, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const params = { clientId, testDayId: day.id, membershipId: person.membershipId }
  return (
    <ConfirmAction
      call={removeTestDayPerson}
      input={{ params }}
      done={t('test-days:remove.done', { name: person.name })}
      opened={opened}
      title={t('test-days:remove.title', { name: person.name })}
      consequence={t(person.state === 'not_started' ? 'test-days:remove.text' : 'test-days:remove.begun')}
      confirmLabel={t('test-days:remove.confirm')}
      onClose={onClose}
    />
  )
}
