import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnAssignment } from '../attempt/start.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import styles from './pages.module.css'

export type Notice = OwnAssignment['notices'][number]

/** A paragraph; the question that it answers stands out, so that somebody who looks for one finds it. */
function Paragraph({ words }: { words: string }) {
  // A short capitalised word with a dot is an organisation's "A.Ş." or "Ltd. Şti.", no end of a sentence.
  const question = /^(?:[^.?!:]|\p{Lu}\p{Ll}{0,2}\.)+\?(?=\s|$)/u.exec(words)?.[0] ?? ''
  return (
    <p>
      {question === '' ? null : <b>{question}</b>}
      {words.slice(question.length)}
    </p>
  )
}

/** A notice's text: paragraphs, and lines that begin with a dash as a list. */
export function NoticeText({ text }: { text: string }) {
  const blocks = text.split(/\n\n+/)
  return (
    <div className={`stack gap-12 above-8 ${styles.text}`}>
      {blocks.map((block) => {
        const lines = block.split('\n')
        const points = lines.filter((line) => line.startsWith('- '))
        const words = lines.filter((line) => !line.startsWith('- '))
        return (
          <div key={block}>
            {words.length > 0 && <Paragraph words={words.join(' ')} />}
            {points.length > 0 && (
              <ul className="stack gap-4">
                {points.map((point) => (
                  <li key={point}>{point.slice(2)}</li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** A notice of more words comes as a summary, with its whole text one tap away. */
const longestShownWhole = 60

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length

interface NoticePageProps {
  notice: Notice
  assignment: OwnAssignment
  step: number
  steps: number
  onAgree: () => void
  /** Declines an optional notice: the test goes on without its questions. */
  onDecline: () => void
  onRefuse: () => Promise<void>
}

/**
 * A text to read, or a consent to give. One press decides: agreeing and not agreeing are both one button away, and nothing
 * is ticked beforehand. Not agreeing is asked about once more where it ends this test. Where it only leaves questions out, both
 * buttons look the same and nothing is asked again.
 */
export function NoticePage({
  notice,
  assignment,
  step,
  steps,
  onAgree,
  onDecline,
  onRefuse,
}: NoticePageProps) {
  const [refusing, setRefusing] = useState(false)
  const [busy, setBusy] = useState(false)
  const consent = notice.kind === 'explicit_consent'
  const long = !consent && wordsIn(notice.text) > longestShownWhole
  const [whole, setWhole] = useState(!long)
  const refuse = () => {
    setBusy(true)
    const done = () => setBusy(false)
    onRefuse().then(done, done)
  }
  return (
    <Frame
      title={notice.title}
      reading
      brand={assignment.client.brand}
      header={<Header of={assignment.client} />}
      dock={
        <div className="stack gap-8" aria-hidden={refusing}>
          {notice.optional && <p className={frame.note}>{t('player:notice.free')}</p>}
          <Button big look={consent ? 'secondary' : 'primary'} onClick={onAgree}>
            {consent ? t('player:notice.agree') : t('player:notice.read')}
          </Button>
          {notice.optional && (
            <Button big look="secondary" onClick={onDecline}>
              {t('player:notice.without')}
            </Button>
          )}
          {consent && !notice.optional && (
            <Button big look="secondary" onClick={() => setRefusing(true)}>
              {t('player:notice.refuse')}
            </Button>
          )}
        </div>
      }
    >
      <div
        className={`flex gap-6 ${styles.steps}`}
        role="img"
        aria-label={t('player:notice.step', { n: step, total: steps })}
      >
        {Array.from({ length: steps }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks have no identity but their place
          <span key={index} className={index < step ? styles.on : undefined} />
        ))}
      </div>
      <h1 className={controls.title}>{notice.title}</h1>
      {long && (
        <>
          <p className={`${controls.lead} ${styles.gapSmall}`}>
            {t('player:notice.summary', { client: assignment.client.name })}
          </p>
          <Button
            look="plain"
            className={styles.whole}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {t('player:notice.whole')}
            {whole ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
          </Button>
        </>
      )}
      {whole && (
        <>
          <NoticeText text={[notice.text, notice.recipients?.text].join('\n\n').trim()} />
          <p className={`above-16 muted ${controls.small}`}>
            {t('player:notice.version', { n: notice.version })}
          </p>
        </>
      )}
      {refusing && (
        <Sheet title={t('player:refuse.title')} onClose={() => setRefusing(false)}>
          <p className={controls.lead}>{t('player:refuse.right')}</p>
          <p className="muted">{t('player:refuse.told', { client: assignment.client.name })}</p>
          <SheetActions>
            <Button look="secondary" onClick={() => setRefusing(false)}>
              {t('player:refuse.back')}
            </Button>
            <Button look="secondary" disabled={busy} onClick={refuse}>
              {t('player:refuse.confirm')}
            </Button>
          </SheetActions>
        </Sheet>
      )}
    </Frame>
  )
}
