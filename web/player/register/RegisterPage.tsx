import { useState } from 'react'
import { dayCodeGroups } from '#contract/dayCode.ts'
import type { Locale } from '#contract/fields.ts'
import { replace } from '../address.ts'
import { cx } from '../cx.ts'
import { forgetRegistered, keepRegistered, type Registered, registeredHere } from '../device/registered.ts'
import { dayWords } from '../pages/days.ts'
import { FailurePage, NotFoundPage } from '../pages/failures.tsx'
import { MessagePage } from '../pages/MessagePage.tsx'
import { useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { AboutRegistration } from './AboutRegistration.tsx'
import { CodeForm } from './CodeForm.tsx'
import { type Given, type Outcome, openPage, type RegistrationPage } from './calls.ts'
import { type PendingRegistration, pendingRegistrationFor, storePending } from './pendingRegistration.ts'
import { RegisterForm } from './RegisterForm.tsx'
import styles from './register.module.css'

/**
 * The page for people who register themselves: who asks, for which tests, and a form. It leads on to the tests as a link
 * does.
 */
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
  const [pending, setPending] = useState<PendingRegistration | undefined>(() => pendingRegistrationFor(code))
  const [end, setEnd] = useState<Outcome>()
  const [here, setHere] = useState(() => registeredHere(code))
  const toCode = (next: PendingRegistration | undefined) => {
    storePending(next)
    setPending(next)
  }
  const goOn = (answer: Outcome, given?: Given) => {
    const { outcome, link, check, state } = answer
    if (outcome === 'code' && given?.email) {
      const { name, email } = given
      return toCode({ code, check: check ?? '', name, email, state })
    }
    toCode(undefined)
    // A person without an address has no other way back to this.
    if (link !== null && given?.phone) keepRegistered({ code, name: given.name, link })
    // The page of links opens it: there sessions are begun.
    if (outcome === 'enter' && link !== null) replace(link)
    else setEnd(answer)
  }
  if (end !== undefined) return <Ended end={end} page={page} />
  if (pending)
    return (
      <CodeForm
        page={page}
        pending={pending}
        onOutcome={goOn}
        onPending={toCode}
        onBack={() => toCode(undefined)}
      />
    )
  return (
    <Frame title={page.name} brand={page.client.brand} header={<Header of={page.client} />}>
      <AboutRegistration page={page} />
      {here && <Here {...here} onForget={() => setHere(undefined)} />}
      <RegisterForm code={code} page={page} onOutcome={goOn} />
    </Frame>
  )
}

/** The next step for a person who registered. */
function whatNow(
  { outcome }: Outcome,
  { client, approval, testDay }: RegistrationPage,
  locale: Locale,
): string {
  if (testDay === null)
    return t(approval ? 'register:receivedText' : 'register:receivedPhone', { client: client.name })
  if (outcome !== 'listed') return t('register:receivedDay', { client: client.name })
  return t('register:listedText', { place: testDay.place, day: dayWords(testDay.day, locale) })
}

/** The code that the person enters at a tablet of the test day. */
function DayCode({ code }: { code: string }) {
  return (
    <div className={controls.card}>
      <p>{t('register:dayCode')}</p>
      <p className={styles.dayCode}>
        <bdi dir="ltr">{dayCodeGroups(code).join(' ')}</bdi>
      </p>
      <p className={controls.small}>{t('register:dayCodeText')}</p>
    </div>
  )
}

/** Somebody registered on this phone before: on with their tests, or away with them. */
function Here({ name, link, onForget }: Registered & { onForget: () => void }) {
  return (
    <div className={cx('above-16', controls.card)}>
      <p>{t('register:here', { name })}</p>
      <div className="stack gap-8">
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

const titles: Record<Outcome['outcome'], string> = {
  ask: 'register:ask',
  listed: 'register:listed',
  received: 'register:received',
  // These two lead on and have no end.
  code: 'register:received',
  enter: 'register:received',
}

/** Tells what happens now, and who can help. */
function Ended({ end, page }: { end: Outcome; page: RegistrationPage }) {
  const locale = useLocale()
  const { client } = page
  const asks = end.outcome === 'ask'
  return (
    <MessagePage
      client={client}
      title={t(titles[end.outcome])}
      drawing={!asks && <PhoneDone />}
      lead={!asks && whatNow(end, page, locale)}
    >
      {end.outcome === 'received' && page.approval && (
        <p>{t('register:receivedKept', { client: client.name })}</p>
      )}
      {end.dayCode !== null && <DayCode code={end.dayCode} />}
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
