import { useEffect, useState } from 'react'
import { assignmentPath, replace } from '../address.ts'
import { CallFailure } from '../api.ts'
import { linkHash } from '../attempt/link.ts'
import { allAttempts, isWaiting, writeAttempt } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession, forgetSession } from '../device/slices.ts'
import { t } from '../words.ts'
import { FailurePage } from './failures.tsx'
import { Waiting } from './Waiting.tsx'

/** The attempt on this device that was begun by this link: unfinished ones first. */
async function attemptOf(path: string) {
  const hash = await linkHash(path)
  const all = hash === '' ? [] : await allAttempts(deviceStore)
  const own = all.filter(({ head }) => head.link === hash)
  return own.find(({ progress }) => !progress.submitting) ?? own.find(isWaiting)
}

/** An invitation's link without a line: it opens the test that it began on this device, and asks nobody. */
export function LinkPage() {
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const open = async () => {
      const found = await attemptOf(window.location.pathname)
      if (found === undefined) return setMissing(true)
      // The link belongs to one person: anybody else signed in here is signed out, as when online.
      if (currentSession()?.user.id !== found.head.userId) forgetSession()
      const head = { ...found.head, locked: false }
      await writeAttempt(deviceStore, { ...found, head })
      // The secret leaves the address bar with it.
      replace(assignmentPath(head.assignmentId))
    }
    open().catch(() => setMissing(true))
  }, [])
  if (!missing) return <Waiting title={t('player:before.title')} />
  return (
    <FailurePage
      title={t('player:failure.testTitle')}
      failure={new CallFailure(0, 'network', '')}
      onRetry={() => window.location.reload()}
    />
  )
}
