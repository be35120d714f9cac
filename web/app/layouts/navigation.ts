import { IconClipboardList, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { Authority } from '#contract/access.ts'
import { paths } from '../paths.ts'

export interface NavigationItem {
  key: 'assignments' | 'participants'
  to: string
  icon: TablerIcon
  authority: readonly Authority[]
}

export interface NavigationGroup {
  key: 'assessment'
  items: readonly NavigationItem[]
}

const managers: readonly Authority[] = ['manager', 'admin', 'superuser']

/** The signed-in navigation. An entry stands here once its page exists: nothing leads to a page that is not there. */
export const navigation: readonly NavigationGroup[] = [
  {
    key: 'assessment',
    items: [
      { key: 'assignments', to: paths.assignments, icon: IconClipboardList, authority: managers },
      { key: 'participants', to: paths.participants, icon: IconUsers, authority: managers },
    ],
  },
]
