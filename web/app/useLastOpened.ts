import { useState } from 'react'

/** The thing that a dialog asks about; while it fades out, the last one. */
export function useLastOpened<Thing>(opened: Thing | undefined): Thing | undefined {
  const [last, setLast] = useState(opened)
  if (opened !== undefined && opened !== last) setLast(opened)
  return opened ?? last
}
