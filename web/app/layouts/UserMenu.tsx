import { Menu } from '@mantine/core'
import { IconChecklist, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Avatar } from '../../ui/Avatar.tsx'
import { useAuth } from '../auth.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import menu from './menu.module.css'
import classes from './tools.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function UserMenu() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useAuth((state) => state.user)
  const name = user.name || user.userName
  const takesTests = user.authority.includes('participant')

  const leave = async () => {
    // The navigation overtakes the guard, which would send the next person back to the page being left.
    signOut()
    await navigate(paths.signIn)
  }

  return (
    <Menu
      position="bottom-end"
      shadow="md"
      classNames={{
        dropdown: menu.dropdown ?? '',
        item: menu.item ?? '',
        label: menu.label ?? '',
        divider: menu.divider ?? '',
      }}
    >
      <Menu.Target>
        <button type="button" className={classes.person} aria-label={t('common:account.menu', { name })}>
          <Avatar name={name} size="lg" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <b>{name}</b>
          <div className="meta">{user.email}</div>
        </Menu.Label>
        <Menu.Divider />
        {takesTests ? (
          <Menu.Item component="a" href={paths.myAssignments} leftSection={<IconChecklist {...icon} />}>
            {t('common:nav.myAssignments')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void leave()}>
          {t('common:account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
