import { useEffect, useState } from 'react'
import type { OwnConsent } from '#contract/consents.ts'
import { myAssignments, navigate, toSignIn } from '../address.ts'
import { CallFailure, calls, request } from '../api.ts'
import { removeAttempt } from '../attempt/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession, type Session } from '../device/slices.ts'
import { FailurePage, FailureText } from '../pages/failures.tsx'
import styles from '../pages/pages.module.css'
import { signedOut, useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import { ConsentCard } from './ConsentCard.tsx'

/** The first pages of them, as many as were asked for. */
async function read({ token }: Session, pages: number) {
  const all: OwnConsent[] = []
  for (let page = 1; ; page += 1) {
    const { results, next } = await request(calls.consents, {
      token,
      query: { page: String(page), page_size: '50' },
    })
    all.push(...results)
    if (next === null || page >= pages) return { all, more: next !== null }
  }
}

function Consents({ session }: { session: Session }) {
  const [pages, setPages] = useState(1)
  const [asked, setAsked] = useState<OwnConsent>()
  const [done, setDone] = useState(false)
  const [loaded, retry] = useCall(() => read(session, pages), String(pages))
  if (loaded.is === 'loading') return <Waiting title={t('consents:title')} />
  if (loaded.is === 'failed')
    return <FailurePage title={t('consents:failed')} failure={loaded.failure} onRetry={retry} />
  const { all, more } = loaded.value
  return (
    <Frame
      title={t('consents:title')}
      header={<Header />}
      dock={
        <Button look="secondary" onClick={() => navigate(myAssignments)}>
          {t('consents:back')}
        </Button>
      }
    >
      <h1 className={controls.title}>{t('consents:title')}</h1>
      {done && (
        <p role="alert" className={controls.lead}>
          {t('consents:done')}
        </p>
      )}
      <p className={controls.muted}>{all.length === 0 ? t('consents:empty') : t('consents:lead')}</p>
      <ul className={styles.list}>
        {all.map((consent) => (
          <ConsentCard
            key={`${consent.assignmentId} ${consent.notice.id} ${consent.notice.version}`}
            consent={consent}
            onWithdraw={() => setAsked(consent)}
          />
        ))}
      </ul>
      {more && (
        <Button look="plain" onClick={() => setPages(pages + 1)}>
          {t('consents:more')}
        </Button>
      )}
      {asked && (
        <Withdrawing
          consent={asked}
          session={session}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            setDone(true)
            retry()
          }}
        />
      )}
    </Frame>
  )
}

interface WithdrawingProps {
  consent: OwnConsent
  session: Session
  onClose: () => void
  onDone: () => void
}

/** What it means, before anything happens: it can't be undone. */
function Withdrawing({ consent, session, onClose, onDone }: WithdrawingProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const { assignmentId, inventory, client } = consent
  const withdraw = async () => {
    setBusy(true)
    try {
      await request(calls.withdraw, { token: session.token, params: { assignmentId } })
      // The server has erased them already; a device that can't be written must not say that it failed.
      await removeAttempt(deviceStore, assignmentId).catch((error: unknown) => console.warn(error))
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (!signedOut(error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet title={t('consents:ask.title')} onClose={onClose}>
      <p className={controls.lead}>{t('consents:ask.erased', { test: inventory.name })}</p>
      <p className={controls.muted}>{t('consents:ask.final', { client: client.name })}</p>
      {failure && <FailureText failure={failure} />}
      <SheetActions>
        <Button onClick={onClose}>{t('consents:ask.keep')}</Button>
        <Button look="secondary" disabled={busy} onClick={() => void withdraw()}>
          {t('consents:ask.confirm')}
        </Button>
      </SheetActions>
    </Sheet>
  )
}

/** What somebody has read and agreed to, each with its text; a consent may be withdrawn. Opening the page changes nothing. */
export function ConsentsPage() {
  const [session] = useState(currentSession)
  useEffect(() => {
    if (!session) toSignIn()
  }, [session])
  return session ? <Consents session={session} /> : <Waiting title={t('consents:title')} />
}
