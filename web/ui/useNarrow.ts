import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is a phone's: the width under which the style sheets change the layout, too. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
}
