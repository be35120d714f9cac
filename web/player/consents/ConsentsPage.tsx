import { type ReactNode, useEffect, useState } from 'react'
import type { OwnConsent } from '#contract/consents.ts'
import { myAssignments, myData, navigate, toSignIn, wantsToWithdraw } from '../address.ts'
import { calls, request } from '../api.ts'
import { Proof } from '../data/Proof.tsx'
import { currentSession, type Session } from '../device/slices.ts'
import { FailurePage } from '../pages/failures.tsx'
import styles from '../pages/pages.module.css'
import { useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t, useLocale } from '../words.ts'
import { ConsentCard } from './ConsentCard.tsx'
import { Objecting } from './Objecting.tsx'
import { Withdrawing } from './Withdrawing.tsx'

/** The first pages of them, as many as were asked for. */
async function read({ token }: Session, pages: number) {
  const all: OwnConsent[] = []
  for (let page = 1; ; page += 1) {
    const { results, next } = await request(calls.consents, {
      token,
      query: { page: String(page), page_size: '50' },
    })
    for (const consent of results) all.push(consent)
    if (next === null || page >= pages) return { all, more: next !== null }
  }
}

function Page({ children }: { children: ReactNode }) {
  return (
    <Frame
      title={t('consents:title')}
      header={<Header />}
      dock={
        <div className="stack gap-8">
          <Button look="secondary" onClick={() => navigate(myAssignments)}>
            {t('consents:back')}
          </Button>
        </div>
      }
    >
      <h1 className={controls.title}>{t('consents:title')}</h1>
      {children}
    </Frame>
  )
}

function Consents({ session }: { session: Session }) {
  const [wanted, setWanted] = useState(() => wantsToWithdraw(window.location.search))
  const [pages, setPages] = useState(wanted === null ? 1 : Number.POSITIVE_INFINITY)
  const [asked, setAsked] = useState<OwnConsent>()
  const [objected, setObjected] = useState<OwnConsent>()
  const [done, setDone] = useState<string>()
  const locale = useLocale()
  const [loaded, retry] = useCall(() => read(session, pages), `${pages} ${locale}`)
  if (loaded.is === 'loading') return <Waiting title={t('consents:title')} />
  if (loaded.is === 'failed' && loaded.failure.code === 'identity_needed')
    return (
      <Page>
        <Proof token={session.token} needed={loaded.failure} onProved={retry} />
        <p className="above-16 muted">{t('consents:noCode')}</p>
        <Button look="plain" onClick={() => navigate(myData)}>
          {t('consents:toRequests')}
        </Button>
      </Page>
    )
  if (loaded.is === 'failed')
    return <FailurePage title={t('consents:failed')} failure={loaded.failure} onRetry={retry} />
  const { all, more } = loaded.value
  const withdrawing =
    asked ??
    all.find(
      ({ assignmentId, notice, withdrawnAt }) =>
        assignmentId === wanted && notice.kind === 'explicit_consent' && withdrawnAt === null,
    )
  const kept = all.some(({ assignmentId, withdrawal }) => assignmentId === done && withdrawal?.held)
  const close = () => {
    setAsked(undefined)
    setWanted(null)
  }
  return (
    <Page>
      {done !== undefined && (
        <p role="alert" className={controls.lead}>
          {t(kept ? 'consents:doneHeld' : 'consents:done')}
        </p>
      )}
      <p className="muted">{all.length === 0 ? t('consents:empty') : t('consents:lead')}</p>
      <ul className={styles.list}>
        {all.map((consent) => (
          <ConsentCard
            key={`${consent.assignmentId} ${consent.notice.id} ${consent.notice.version}`}
            consent={consent}
            onWithdraw={() => setAsked(consent)}
            onObject={() => setObjected(consent)}
          />
        ))}
      </ul>
      {more && (
        <Button look="plain" onClick={() => setPages(pages + 1)}>
          {t('consents:more')}
        </Button>
      )}
      {withdrawing && (
        <Withdrawing
          consent={withdrawing}
          session={session}
          onClose={close}
          onDone={() => {
            close()
            setDone(withdrawing.assignmentId)
            retry()
          }}
          onObject={() => {
            close()
            setObjected(withdrawing)
          }}
          onUnproved={() => {
            close()
            retry()
          }}
        />
      )}
      {objected && (
        <Objecting consent={objected} token={session.token} onClose={() => setObjected(undefined)} />
      )}
    </Page>
  )
}

/** Lists the texts that somebody has read and agreed to; a consent may be withdrawn. Opening the page changes nothing. */
export function ConsentsPage() {
  const [session] = useState(currentSession)
  useEffect(() => {
    if (!session) toSignIn()
  }, [session])
  return session ? <Consents session={session} /> : <Waiting title={t('consents:title')} />
}
