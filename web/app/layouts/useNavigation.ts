import { useLocation } from 'react-router'
import { useAuth } from '../auth.ts'
import { useReader } from '../reader.tsx'
import { entryAt, type NavigationGroup, type NavigationItem, navigationFor } from './navigation.ts'

interface Navigation {
  groups: readonly NavigationGroup[]
  /** The person's present place; undefined on pages that the navigation does not list. */
  current: { item: NavigationItem; group: NavigationGroup } | undefined
}

/** The navigation of the person who is signed in. */
export function useNavigationGroups(): Navigation {
  const user = useAuth((state) => state.user)
  const { pathname } = useLocation()
  const groups = navigationFor(user, useReader())
  const item = entryAt(groups, pathname)
  const group = groups.find((one) => item && one.items.includes(item))
  return { groups, current: item && group ? { item, group } : undefined }
}
