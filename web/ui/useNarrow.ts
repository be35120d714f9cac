import { useMediaQuery } from '@mantine/hooks'

/** True on a phone's screen, below the width at which the style sheets change the layout. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
}
