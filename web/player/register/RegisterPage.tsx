import { useState } from 'react'
import { replace } from '../address.ts'
import { cx } from '../cx.ts'
import { forgetRegistered, keepRegistered, type Registered, registeredHere } from '../device/registered.ts'
import { FailurePage, NotFoundPage } from '../pages/failures.tsx'
import { MessagePage } from '../pages/MessagePage.tsx'
import { useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { AboutRegistration } from './AboutRegistration.tsx'
import { CodeForm } from './CodeForm.tsx'
import { type Given, type Outcome, openPage, type RegistrationPage } from './calls.ts'
import { type Kept, keep, keptFor } from './kept.ts'
import { RegisterForm } from './RegisterForm.tsx'
import styles from './register.module.css'

/** Where people register themselves: who asks, for which tests, and a form. It leads on to the tests as a link does. */
export function RegisterPage({ code }: { code: string }) {
  const locale = useLocale()
  const [loaded, again] = useCall(() => openPage(code), `${code} ${locale}`)
  if (loaded.is === 'loading') return <Waiting title={t('register:title')} />
  if (loaded.is === 'failed')
    return loaded.failure.code === 'not_found' ? (
      <NotFoundPage title={t('register:unknown')} />
    ) : (
      <FailurePage title={t('register:failed')} failure={loaded.failure} onRetry={again} />
    )
  return <Registering code={code} page={loaded.value} />
}

function Registering({ code, page }: { code: string; page: RegistrationPage }) {
  const [kept, setKept] = useState<Kept | undefined>(() => keptFor(code))
  const [end, setEnd] = useState<'received' | 'ask'>()
  const [here, setHere] = useState(() => registeredHere(code))
  const toCode = (next: Kept | undefined) => {
    keep(next)
    setKept(next)
  }
  const goOn = ({ outcome, link, check }: Outcome, given?: Given) => {
    if (outcome === 'code' && given?.email) {
      const { name, email } = given
      return toCode({ code, check: check ?? '', name, email })
    }
    toCode(undefined)
    // Who has no address has no other way back to this.
    if (link !== null && given?.phone) keepRegistered({ code, name: given.name, link })
    // The page of links opens it: there sessions are begun.
    if (outcome === 'enter' && link !== null) replace(link)
    else setEnd(outcome === 'ask' ? 'ask' : 'received')
  }
  if (end !== undefined) return <Ended end={end} page={page} />
  if (kept)
    return (
      <CodeForm page={page} kept={kept} onOutcome={goOn} onKept={toCode} onBack={() => toCode(undefined)} />
    )
  return (
    <Frame title={page.name} header={<Header />}>
      <AboutRegistration page={page} />
      {here && <Here {...here} onForget={() => setHere(undefined)} />}
      <RegisterForm code={code} page={page} onOutcome={goOn} />
    </Frame>
  )
}

/** Somebody registered on this phone before: on with their tests, or away with them. */
function Here({ name, link, onForget }: Registered & { onForget: () => void }) {
  return (
    <div className={cx(controls.card, styles.gap)}>
      <p>{t('register:here', { name })}</p>
      <div className={frame.stack}>
        <Button onClick={() => replace(link)}>{t('player:button.continue')}</Button>
        <Button
          look="plain"
          onClick={() => {
            forgetRegistered()
            onForget()
          }}
        >
          {t('player:welcome.notMe', { name })}
        </Button>
      </div>
    </div>
  )
}

/** What happens now, and who can help. */
function Ended({ end, page: { client, approval } }: { end: 'received' | 'ask'; page: RegistrationPage }) {
  const received = end === 'received'
  return (
    <MessagePage
      title={t(received ? 'register:received' : 'register:ask')}
      drawing={received && <PhoneDone />}
      lead={
        received &&
        t(approval ? 'register:receivedText' : 'register:receivedPhone', {
          client: client.name,
        })
      }
    >
      <p>{t('register:questions', { client: client.name })}</p>
      {client.phone !== '' && (
        <a className={controls.tel} href={`tel:${client.phone.replace(/[^+\d]/g, '')}`}>
          {client.phone}
        </a>
      )}
      <a className={controls.tel} href={`mailto:${client.email}`}>
        {client.email}
      </a>
    </MessagePage>
  )
}
