import { useState } from 'react'

/** What a dialog asks about; while it fades out, what it asked about last. */
export function useLastOpened<Thing>(opened: Thing | undefined): Thing | undefined {
  const [last, setLast] = useState(opened)
  if (opened !== undefined && opened !== last) setLast(opened)
  return opened ?? last
}
