import { useSyncExternalStore } from 'react'
import { useLook } from './look.ts'

const query = () => window.matchMedia('(min-width: 900px) and (min-height: 500px)')

const subscribe = (listener: () => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True if there is room for pages of ten statements: a desktop's screen, and no letters so large that columns break. */
export const useRoomForPages = (): boolean => {
  const { size } = useLook()
  return useSyncExternalStore(subscribe, () => query().matches) && size < 2
}

/** True if statements are shown ten to a page: if there is room, unless the person wants them one by one. */
export const usePaged = (): boolean => {
  const room = useRoomForPages()
  return useLook().pages && room
}
