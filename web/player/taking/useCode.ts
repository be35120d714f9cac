import { useEffect, useState } from 'react'

/**
 * Code that only some need, by a function that stays the same. Undefined while it is on its way; null where it did not come, as
 * without a line or after a release.
 */
export function useCode<Code>(wanted: boolean, load: () => Promise<Code>): Code | null | undefined {
  const [code, setCode] = useState<{ is: Code | null }>()
  useEffect(() => {
    if (!wanted) return
    load().then(
      (is) => setCode({ is }),
      () => setCode({ is: null }),
    )
  }, [wanted, load])
  return code?.is
}
