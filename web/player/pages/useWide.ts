import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(min-width: 768px)')

const subscribe = (listener: () => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True if there is room for a table. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
