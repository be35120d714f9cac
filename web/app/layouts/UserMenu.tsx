import { Menu } from '@mantine/core'
import { IconBuilding, IconChecklist, IconLogout, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { takesTests, worksForClients } from '#contract/access.ts'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import menu from '../../ui/overlay/menu.module.css'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { useAuth } from '../auth.ts'
import { accountPath, paths } from '../paths.ts'
import { signOut } from '../session.ts'
import classes from './tools.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function UserMenu() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useAuth((state) => state.user)
  const name = user.name || user.userName

  const leave = async () => {
    // The navigation overtakes the guard, which would send the next person back to the page being left.
    await signOut()
    await navigate(paths.signIn)
  }

  return (
    <ActionMenu
      target={
        <button
          type="button"
          className={`inline-row justify-center circle no-padding bare pointer ${classes.person}`}
          aria-label={t('common:account.menu', { name })}
        >
          <Avatar name={name} src={user.avatar} size="lg" />
        </button>
      }
    >
      <Menu.Label className={`breakable ${menu.label}`}>
        <b>{name}</b>
        <div className="meta">{user.email}</div>
      </Menu.Label>
      <Menu.Divider />
      {takesTests(user) ? (
        <Menu.Item component="a" href={paths.myAssignments} leftSection={<IconChecklist {...icon} />}>
          {t('common:nav.myAssignments')}
        </Menu.Item>
      ) : null}
      {user.invitation || user.singleSignOn ? null : (
        <Menu.Item component={Link} to={accountPath('profile')} leftSection={<IconSettings {...icon} />}>
          {t('common:account.settings')}
        </Menu.Item>
      )}
      {worksForClients(user) ? (
        <Menu.Item component={Link} to={paths.organisation} leftSection={<IconBuilding {...icon} />}>
          {t('common:nav.organisation')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void leave()}>
        {t('common:account.signOut')}
      </Menu.Item>
    </ActionMenu>
  )
}
