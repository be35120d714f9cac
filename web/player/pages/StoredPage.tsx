import { useEffect, useState } from 'react'
import { toSignIn } from '../address.ts'
import { attemptsOf, type StoredAttempt } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { MessagePage } from './MessagePage.tsx'
import { StoredTests } from './StoredTests.tsx'
import { Waiting } from './Waiting.tsx'

/** Nobody is signed in (the session ran out, or the line is gone), but a test was begun on this device: it goes on. */
export function StoredPage({ onNothing }: { onNothing: () => void }) {
  const [attempts, setAttempts] = useState<StoredAttempt[]>()
  useEffect(() => {
    attemptsOf(deviceStore, undefined).then(
      (found) => (found.length > 0 ? setAttempts(found) : onNothing()),
      () => onNothing(),
    )
  }, [onNothing])
  if (!attempts) return <Waiting title={t('player:list.title')} />
  return (
    <MessagePage
      title={t('player:stored.title')}
      lead={t('player:stored.text')}
      dock={
        <Button look="secondary" style={{ width: '100%' }} onClick={() => toSignIn()}>
          {t('player:stopped.signInButton')}
        </Button>
      }
    >
      <StoredTests attempts={attempts} />
      <p className="muted">{t('player:stored.notYou')}</p>
    </MessagePage>
  )
}
