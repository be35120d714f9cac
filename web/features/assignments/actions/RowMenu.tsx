import { Menu } from '@mantine/core'
import {
  IconAccessible,
  IconBan,
  IconBell,
  IconCalendarPlus,
  IconDots,
  IconLock,
  IconReplace,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Assignment } from '#contract/assignments.ts'
import { listPath } from '../../../app/paths.ts'
import { useMayChange } from '../../../app/reader.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ActionMenu } from '../../../ui/overlay/ActionMenu.tsx'
import { isUnstarted } from '../access-rules/isUnstarted.ts'
import { OpeningDialog } from '../access-rules/OpeningDialog.tsx'
import { ReplaceDialog } from '../access-rules/ReplaceDialog.tsx'
import { AccommodationsDialog } from '../accommodations/AccommodationsDialog.tsx'
import { isChangeable } from '../accommodations/isChangeable.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { JustInvited, Reminded } from './Remind.tsx'
import { invitedMinutesAgo, isExtendable, recentReminder, remindRefusal, targetOf } from './target.ts'
import type { AssignmentActions } from './useAssignmentActions.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

interface RowMenuProps {
  assignment: Assignment
  actions: AssignmentActions
  timeZone: string
}

/** The actions for one assignment. Impossible ones are not listed, but a recent reminder is mentioned. */
export function RowMenu({ assignment, actions, timeZone }: RowMenuProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'cancel' | 'extend' | 'accommodate' | 'open' | 'replace' | null>(null)
  const target = targetOf([assignment])
  const reminded = recentReminder(assignment)
  const refused = remindRefusal(assignment)
  const changes = useMayChange() === true
  const { user, status } = assignment
  const dialog = { clientId: assignment.client.id, target, actions, onClose: () => setAsking(null) }
  return (
    <>
      <ActionMenu
        target={
          <IconButton size="xs" label={t('assignments:actions.of', { name: user.name })}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </IconButton>
        }
      >
        {changes && refused === undefined ? (
          <>
            <Menu.Item
              leftSection={<IconBell {...icon} />}
              onClick={() =>
                actions.remind.mutate({ params: { clientId: dialog.clientId }, body: target.which })
              }
            >
              {t('assignments:actions.remind.action')}
            </Menu.Item>
            {invitedMinutesAgo(assignment) === null ? null : (
              <Menu.Label>
                <JustInvited assignment={assignment} />
              </Menu.Label>
            )}
          </>
        ) : null}
        {changes && refused === 'reminded_recently' && reminded !== null ? (
          <Menu.Item leftSection={<IconBell {...icon} />} disabled>
            <Reminded at={reminded} timeZone={timeZone} />
          </Menu.Item>
        ) : null}
        {changes && isExtendable(assignment) ? (
          <Menu.Item leftSection={<IconCalendarPlus {...icon} />} onClick={() => setAsking('extend')}>
            {t('assignments:actions.extend.action')}
          </Menu.Item>
        ) : null}
        {changes && isChangeable(assignment) ? (
          <Menu.Item leftSection={<IconAccessible {...icon} />} onClick={() => setAsking('accommodate')}>
            {t('accommodations:title')}
          </Menu.Item>
        ) : null}
        {changes && isUnstarted(assignment) ? (
          <>
            <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => setAsking('open')}>
              {t('access:opening.action')}
            </Menu.Item>
            <Menu.Item leftSection={<IconReplace {...icon} />} onClick={() => setAsking('replace')}>
              {t('access:replace.action')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item component={Link} to={listPath({ user: user.id })} leftSection={<IconUser {...icon} />}>
          {t('assignments:actions.all')}
        </Menu.Item>
        {changes && status === 'pending' ? (
          <>
            <Menu.Divider />
            <Menu.Item data-danger leftSection={<IconBan {...icon} />} onClick={() => setAsking('cancel')}>
              {t('assignments:actions.cancel.action')}
            </Menu.Item>
          </>
        ) : null}
      </ActionMenu>
      <ExtendDialog {...dialog} timeZone={timeZone} opened={asking === 'extend'} />
      {asking === 'accommodate' ? (
        <AccommodationsDialog assignment={assignment} onClose={dialog.onClose} />
      ) : null}
      {asking === 'open' ? (
        <OpeningDialog assignment={assignment} timeZone={timeZone} onClose={dialog.onClose} />
      ) : null}
      {asking === 'replace' ? (
        <ReplaceDialog
          clientId={dialog.clientId}
          name={user.name}
          assignments={[assignment]}
          onClose={dialog.onClose}
        />
      ) : null}
      <CancelDialog {...dialog} opened={asking === 'cancel'} />
    </>
  )
}
