import {
  IconAdjustments,
  IconBooks,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChartHistogram,
  IconChecklist,
  IconClipboardList,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconReceipt,
  IconScale,
  IconSettings,
  IconShieldCog,
  IconUserCog,
  IconUserQuestion,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Authority } from '#contract/access.ts'
import type { Client } from '#contract/clients.ts'
import { hasAccess } from '../access.ts'
import type { SessionUser } from '../auth.ts'
import { accountPath, paths } from '../paths.ts'
import { type MenuKey, type Page, routes } from '../routes.tsx'

export interface NavigationItem {
  /** Its texts are in common.json under nav. */
  key: MenuKey | 'myAssignments' | 'settings'
  to: string
  /** The common beginning of the entry's pages, if it differs from its address. */
  under?: string
  icon: TablerIcon
  /** Left out: everybody who is signed in. */
  authority?: readonly Authority[] | undefined
  /** Hidden from people who came by an invitation or an identity provider. */
  account?: true
  /** Hidden from readers. */
  changes?: true | undefined
  /** Hidden from readers of chosen groups. */
  allGroups?: true | undefined
}

export interface NavigationGroup {
  /** One word in common.json under nav, which fits a rail of 80 px too. */
  key: 'administration' | 'assessment' | 'account'
  icon: TablerIcon
  items: readonly NavigationItem[]
}

/** The table of pages has no icons: signing in would load them all. */
const icons: Record<MenuKey, TablerIcon> = {
  adminDashboard: IconLayoutDashboard,
  clients: IconBuilding,
  adminOrders: IconReceipt,
  adminRequests: IconUserQuestion,
  users: IconUserCog,
  inventories: IconBooks,
  audit: IconHistory,
  platformSettings: IconAdjustments,
  system: IconHeartbeat,
  managerDashboard: IconLayoutDashboard,
  assignments: IconClipboardList,
  groupReport: IconChartHistogram,
  participants: IconUsers,
  testDays: IconCalendarEvent,
  requests: IconUserQuestion,
  purchase: IconScale,
  orders: IconReceipt,
  organisation: IconBuildingCommunity,
}

const isInMenu = (key: string): key is MenuKey => key in icons

const pagesOf = (menu: Page['menu']): NavigationItem[] =>
  routes.flatMap(({ key, path, authority, meta: { changes, allGroups }, menu: own }) =>
    own === menu && isInMenu(key) ? [{ key, to: path, icon: icons[key], authority, changes, allGroups }] : [],
  )

/** The signed-in navigation: the pages whose row in the table of pages names a part of the menu, and the account's. */
const navigation: readonly NavigationGroup[] = [
  { key: 'administration', icon: IconShieldCog, items: pagesOf('administration') },
  { key: 'assessment', icon: IconClipboardList, items: pagesOf('assessment') },
  {
    key: 'account',
    icon: IconSettings,
    items: [
      { key: 'myAssignments', to: paths.myAssignments, icon: IconChecklist, authority: ['participant'] },
      { key: 'settings', to: accountPath('profile'), under: '/account', icon: IconSettings, account: true },
    ],
  },
]

/**
 * The groups and entries that this person may open; a group without any is left out.
 * @param reader where they only read the chosen client's results: of all groups (null) or of chosen ones
 */
export function navigationFor(
  {
    authority,
    invitation,
    singleSignOn = false,
  }: Pick<SessionUser, 'authority' | 'invitation'> & Partial<Pick<SessionUser, 'singleSignOn'>>,
  reader?: Pick<Client, 'groups'>,
): NavigationGroup[] {
  return navigation.flatMap((group) => {
    const items = group.items.filter(
      (item) =>
        hasAccess(item.authority, authority) &&
        !(item.account && (invitation || singleSignOn)) &&
        !(item.changes && reader) &&
        !(item.allGroups && reader?.groups),
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
