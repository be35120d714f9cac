import { useEffect, useState } from 'react'
import { myAssignments, navigate, toSignIn } from '../address.ts'
import { request } from '../api.ts'
import { kioskHere } from '../device/kiosk.ts'
import { currentSession, type Session } from '../device/slices.ts'
import { FailureText } from '../pages/failures.tsx'
import { ToConsents } from '../pages/ToConsents.tsx'
import { useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { calls } from './calls.ts'
import { Held } from './Held.tsx'
import { Proof } from './Proof.tsx'
import { Requests } from './Requests.tsx'

function Data({ session }: { session: Session }) {
  const { token } = session
  const locale = useLocale()
  const [loaded, again] = useCall(() => request(calls.data, { token }), locale)
  const failure = loaded.is === 'failed' ? loaded.failure : undefined
  const needed = failure?.code === 'identity_needed' ? failure : undefined
  return (
    <Frame
      title={t('my-data:title')}
      header={<Header />}
      dock={
        <div className="stack gap-8">
          <Button look="secondary" onClick={() => navigate(myAssignments)}>
            {t('player:button.myAssignments')}
          </Button>
        </div>
      }
    >
      <h1 className={controls.title}>{t('my-data:title')}</h1>
      <p className={controls.lead}>{t('my-data:lead')}</p>
      {loaded.is === 'loading' && <p role="status">{t('player:loading')}</p>}
      {needed && <Proof token={token} needed={needed} onProved={again} />}
      {failure && !needed && <FailureText failure={failure} onRetry={again} />}
      {loaded.is === 'there' && (
        <Held token={token} data={loaded.value} invitation={session.invitation} onChanged={again} />
      )}
      {(needed || loaded.is === 'there') && (
        <Requests token={token} clients={loaded.is === 'there' ? loaded.value.clients : []} />
      )}
      <ToConsents />
    </Frame>
  )
}

/** Shows the data held about the signed-in person, except on a test day's tablet, which others use next. */
export function DataPage() {
  const [session] = useState(currentSession)
  const here = session !== undefined && !kioskHere()
  useEffect(() => {
    if (!here) toSignIn()
  }, [here])
  if (here) return <Data session={session} />
  return <Waiting title={t('my-data:title')} />
}
