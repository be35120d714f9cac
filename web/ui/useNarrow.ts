import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is a phone's: the width under which the style sheets, too, lay things out anew. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
}
