import { type ReactNode, useEffect, useState } from 'react'
import type { FeedbackPart, getFeedback } from '#contract/feedback.ts'
import { formatDate } from '#contract/format.ts'
import { myAssignments, myData, navigate, toSignIn } from '../address.ts'
import { type CallFailure, calls, request, type Shape } from '../api.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { failureWords, fetchPdf, saveFile } from '../data/calls.ts'
import { Proof } from '../data/Proof.tsx'
import { kioskHere } from '../device/kiosk.ts'
import { currentSession, type Session } from '../device/slices.ts'
import { FailureText } from '../pages/failures.tsx'
import { useCall } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { useSending } from '../register/useSending.ts'
import { t, useLocale } from '../words.ts'
import styles from './result.module.css'

const feedbackCall = {
  method: 'GET',
  path: '/assignments/:assignmentId/feedback/',
  has: ['parts'],
} as Shape<typeof getFeedback>

const needsProof = (failure: CallFailure | undefined) =>
  failure?.code === 'identity_needed' ? failure : undefined

function Part({ part: { kind, title, lines, areas } }: { part: FeedbackPart }) {
  return (
    <section className={styles.part}>
      <h2 className={controls.heading}>{title}</h2>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {areas.length > 0 && (
        <ul className={styles.areas}>
          {areas.map(({ name, text }) => (
            <li key={name} className={cx(controls.card, kind === 'strengths' && styles.strength)}>
              <b>{name}</b>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface OfTest {
  token: string
  assignmentId: string
}

/** Saves a file about the result; a plain link could not carry the session. */
function FileButton({ token, path, label, file }: Record<'token' | 'path' | 'label' | 'file', string>) {
  const locale = useLocale()
  const saving = useSending<Blob>((blob) => saveFile(blob, `${file}.pdf`))
  const fetchFile = () => void saving.send(() => fetchPdf(path, token, locale))
  const needed = needsProof(saving.failure)
  if (needed) return <Proof token={token} needed={needed} onProved={fetchFile} />
  return (
    <>
      <Button look="secondary" aria-busy={saving.sending} aria-disabled={saving.sending} onClick={fetchFile}>
        {label}
      </Button>
      {saving.failure && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {saving.failure.status === 0 ? t('my-result:failed') : failureWords(saving.failure)}
        </p>
      )}
    </>
  )
}

/** The feedback that the person may read, and what follows it once nobody is asked for a code. */
function Feedback({ token, assignmentId, children }: OfTest & { children: ReactNode }) {
  const locale = useLocale()
  const [loaded, again] = useCall(() => request(feedbackCall, { token, params: { assignmentId } }), locale)
  if (loaded.is === 'loading') return <p role="status">{t('player:loading')}</p>
  if (loaded.is === 'failed') {
    const needed = needsProof(loaded.failure)
    if (needed) return <Proof token={token} needed={needed} onProved={again} />
    return (
      <>
        <FailureText failure={loaded.failure} onRetry={again} />
        {children}
      </>
    )
  }
  return (
    <>
      {loaded.value.parts.map((part) => (
        <Part key={part.kind} part={part} />
      ))}
      <div className="stack above-16">
        <FileButton
          token={token}
          path={`/assignments/${encodeURIComponent(assignmentId)}/feedback.pdf`}
          label={t('my-result:download')}
          file={t('my-result:file')}
        />
      </div>
      {children}
    </>
  )
}

function Loaded({ token, own }: { token: string; own: OwnAssignment }) {
  const locale = useLocale()
  const { id, feedback, reportVisible, inventory, client, completedAt, timeZone } = own
  if (!feedback && !reportVisible)
    return (
      <>
        <h2 className={controls.heading}>{t('my-result:none')}</h2>
        <p>{t('my-result:noneText')}</p>
      </>
    )
  const report = reportVisible ? (
    <section className={`stack gap-8 ${styles.part}`}>
      <p className="muted">{t('my-result:reportText')}</p>
      <FileButton
        token={token}
        path={`/assignments/${encodeURIComponent(id)}/report.pdf`}
        label={t('my-result:report')}
        file={t('my-result:reportFile')}
      />
    </section>
  ) : null
  return (
    <>
      <p className="muted">
        {t('my-result:takenOn', {
          test: inventory.name,
          client: client.name,
          day: completedAt === null ? '' : formatDate(completedAt, locale, timeZone),
        })}
      </p>
      {feedback ? (
        <Feedback token={token} assignmentId={id}>
          {report}
        </Feedback>
      ) : (
        report
      )}
      <section className={`stack gap-8 ${styles.part}`}>
        <p className="muted">{t('my-result:dataText')}</p>
        <Button look="plain" onClick={() => navigate(myData)}>
          {t('my-result:data')}
        </Button>
      </section>
    </>
  )
}

function Result({ session: { token }, id }: { session: Session; id: string }) {
  const locale = useLocale()
  const [loaded, again] = useCall(
    () => request(calls.assignment, { token, params: { assignmentId: id } }),
    locale,
  )
  const client = loaded.is === 'there' ? loaded.value.client : undefined
  return (
    <Frame
      title={t('my-result:title')}
      brand={client?.brand}
      header={<Header of={client} />}
      dock={
        <div className="stack gap-8">
          <Button look="secondary" onClick={() => navigate(myAssignments)}>
            {t('player:button.myAssignments')}
          </Button>
        </div>
      }
    >
      <h1 className={controls.title}>{t('my-result:title')}</h1>
      {loaded.is === 'loading' && <p role="status">{t('player:loading')}</p>}
      {loaded.is === 'failed' && <FailureText failure={loaded.failure} onRetry={again} />}
      {loaded.is === 'there' && <Loaded token={token} own={loaded.value} />}
    </Frame>
  )
}

/** Shows somebody's own result in plain words, except on a test day's tablet, which others use next. */
export function ResultPage({ id }: { id: string }) {
  const [session] = useState(currentSession)
  const here = session !== undefined && !kioskHere()
  useEffect(() => {
    if (!here) toSignIn()
  }, [here])
  if (here) return <Result session={session} id={id} />
  return <Waiting title={t('my-result:title')} />
}
