import {
  IconAdjustments,
  IconBooks,
  IconBuilding,
  IconBuildingCommunity,
  IconChecklist,
  IconClipboardList,
  IconHistory,
  IconLayoutDashboard,
  IconReceipt,
  IconScale,
  IconSettings,
  IconShieldCog,
  IconUserCog,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Authority } from '#contract/access.ts'
import { hasAccess } from '../access.ts'
import type { SessionUser } from '../auth.ts'
import { accountPath, paths } from '../paths.ts'

export interface NavigationItem {
  /** Its words stand in common.json under nav. */
  key:
    | 'adminDashboard'
    | 'clients'
    | 'adminOrders'
    | 'inventories'
    | 'users'
    | 'audit'
    | 'platformSettings'
    | 'managerDashboard'
    | 'assignments'
    | 'participants'
    | 'purchase'
    | 'orders'
    | 'organisation'
    | 'myAssignments'
    | 'settings'
  to: string
  /** Where the entry's pages begin, when that is not where it leads. */
  under?: string
  icon: TablerIcon
  /** Left out: everybody who is signed in. */
  authority?: readonly Authority[]
  /** Not for somebody who came by an invitation. */
  account?: true
}

export interface NavigationGroup {
  /** In full in common.json under nav; in shell.json under section the one word that fits a rail of 80 px. */
  key: 'administration' | 'assessment' | 'account'
  icon: TablerIcon
  items: readonly NavigationItem[]
}

const admins: readonly Authority[] = ['admin', 'superuser']
const managers: readonly Authority[] = ['manager', 'admin', 'superuser']

/** The signed-in navigation. An entry stands here once its page exists: nothing leads to a page that is not there. */
export const navigation: readonly NavigationGroup[] = [
  {
    key: 'administration',
    icon: IconShieldCog,
    items: [
      { key: 'adminDashboard', to: paths.adminDashboard, icon: IconLayoutDashboard, authority: admins },
      { key: 'clients', to: paths.clients, icon: IconBuilding, authority: admins },
      { key: 'adminOrders', to: paths.adminOrders, icon: IconReceipt, authority: admins },
      { key: 'users', to: paths.users, icon: IconUserCog, authority: admins },
      { key: 'inventories', to: paths.inventories, icon: IconBooks, authority: admins },
      { key: 'audit', to: paths.audit, icon: IconHistory, authority: ['superuser'] },
      {
        key: 'platformSettings',
        to: paths.platformSettings,
        icon: IconAdjustments,
        authority: ['superuser'],
      },
    ],
  },
  {
    key: 'assessment',
    icon: IconClipboardList,
    items: [
      { key: 'managerDashboard', to: paths.managerDashboard, icon: IconLayoutDashboard, authority: managers },
      { key: 'assignments', to: paths.assignments, icon: IconClipboardList, authority: managers },
      { key: 'participants', to: paths.participants, icon: IconUsers, authority: managers },
      { key: 'purchase', to: paths.purchase, icon: IconScale, authority: managers },
      { key: 'orders', to: paths.orders, icon: IconReceipt, authority: managers },
      { key: 'organisation', to: paths.organisation, icon: IconBuildingCommunity, authority: managers },
    ],
  },
  {
    key: 'account',
    icon: IconSettings,
    items: [
      { key: 'myAssignments', to: paths.myAssignments, icon: IconChecklist, authority: ['participant'] },
      { key: 'settings', to: accountPath('profile'), under: '/account', icon: IconSettings, account: true },
    ],
  },
]

/** The groups and entries that this person may open; a group without any is left out. */
export function navigationFor({
  authority,
  invitation,
}: Pick<SessionUser, 'authority' | 'invitation'>): NavigationGroup[] {
  return navigation.flatMap((group) => {
    const items = group.items.filter(
      (item) => hasAccess(item.authority, authority) && !(item.account && invitation),
    )
    return items.length === 0 ? [] : [{ ...group, items }]
  })
}

const covers = ({ to, under = to }: NavigationItem, pathname: string) =>
  pathname === under || pathname.startsWith(`${under}/`)

/** The entry that an address belongs to: the longest that it begins with. */
export function entryAt(groups: readonly NavigationGroup[], pathname: string): NavigationItem | undefined {
  return groups
    .flatMap((group) => group.items)
    .filter((item) => covers(item, pathname))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
