import { type ReactNode, useState } from 'react'
import type { Locale } from '#contract/fields.ts'
import { myAssignments, navigate } from '../address.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { useLook } from '../device/look.ts'
import { useReadAloud } from '../device/speech.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Pictogram } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { Listen } from '../parts/Listen.tsx'
import { useCode } from '../taking/useCode.ts'
import { t, useLocale } from '../words.ts'
import { continueLabel } from './continueLabel.ts'
import { openingWords, useOpening } from './opening.ts'
import styles from './pages.module.css'

interface BeforePageProps {
  assignment: OwnAssignment
  /** About the device, where there is something to say. */
  advice?: ReactNode
  onStart: () => Promise<void>
}

type Line = OwnAssignment['preTest'][number]

const loadArrangements = () => import('./Arrangements.tsx')

/** Lines about the clock: the note above the button covers them, and a timed section announces its time. */
const ofTheClock = ['time_limit', 'clock_goes_on', 'short_part']

/** Lines whose first sentence is the rule and the rest its reason. Any other is shown as it is. */
const reasoned = [...ofTheClock, 'read_carefully', 'answer_all', 'no_blanks', 'no_right_answer']

/** The four lines shown first, in their order and as short as can be; whole, and with the others, a tap away. */
function firstLines(lines: Line[]): Line[] {
  const others = lines.filter(({ id }) => !ofTheClock.includes(id))
  const clock = lines.filter(({ id }) => ofTheClock.includes(id))
  const chosen = [...others, ...clock].slice(0, 4).map(({ id }) => id)
  return lines
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, text, ...recorded }) => ({
      ...recorded,
      id,
      text: reasoned.includes(id) ? (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text) : text,
    }))
}

/** Tells what pressing the button does. */
function noteOf(
  { startedAt, hasPractice, timed, minutes, serverTime, timeZone }: OwnAssignment,
  opening: OwnAssignment['opening'],
  locale: Locale,
): string {
  if (opening !== null) return openingWords(opening, serverTime, locale, timeZone).join(' · ')
  if (startedAt !== null) return t('player:before.running')
  if (hasPractice && timed) return t('player:before.practiceTimed', { count: minutes })
  if (hasPractice) return t('player:before.practiceFirst')
  return timed ? t('player:before.clock', { count: minutes }) : t('player:before.noClock')
}

/** The pre-test page. The lines come from the inventory version; the time starts here, with the person's tap, and nowhere earlier. */
export function BeforePage({ assignment, advice, onStart }: BeforePageProps) {
  const [busy, setBusy] = useState(false)
  const [all, setAll] = useState(false)
  const { autoNext } = useLook()
  const first = firstLines(assignment.preTest)
  const locale = useLocale()
  const shown = all ? assignment.preTest : first
  const recorded = shown.filter(({ audio }) => audio)
  const voice = useReadAloud(
    String(all),
    locale,
    assignment.accommodations.readAloud
      ? recorded.map(({ text, audio }) => ({ texts: [{ text }], audio }))
      : [],
  )
  const { timePercent, breaks } = assignment.accommodations
  const arranged = useCode(breaks > 0 || timePercent !== 100, loadArrangements)
  const running = assignment.startedAt !== null
  const opening = useOpening(assignment.opening, assignment.serverTime)
  const start = () => {
    setBusy(true)
    const done = () => setBusy(false)
    onStart().then(done, done)
  }
  return (
    <Frame
      title={t('player:before.title')}
      reading
      brand={assignment.client.brand}
      header={<Header of={assignment.client} />}
      dock={
        <>
          {/* The published notices don't say the last: no device notes anything before its person could read it. */}
          <p className={frame.note} role="status">
            {noteOf(assignment, opening, locale)}
            {opening === null && (
              <>
                <br />
                {t('player:before.recorded')}
                {assignment.hasAutoNext && autoNext && ` ${t('player:before.autoNext')}`}
              </>
            )}
          </p>
          {opening !== null ? (
            <Button look="secondary" style={{ width: '100%' }} onClick={() => navigate(myAssignments)}>
              {continueLabel()}
            </Button>
          ) : (
            <Button big style={{ width: '100%' }} disabled={busy} onClick={start}>
              {running ? t('player:button.continue') : t('player:button.start')}
            </Button>
          )}
        </>
      }
    >
      <div className="row split gap-8">
        <h1 className={controls.title}>{t('player:before.title')}</h1>
        <Listen voice={voice} />
      </div>
      <p className="muted">
        {voice.computerVoice ? t('player:button.computerVoice') : assignment.inventory.name}
      </p>
      {assignment.description && (
        <p className={`breakable rounded-lg ${styles.wish}`}>
          <b>{assignment.client.name}:</b> <span>{assignment.description}</span>
        </p>
      )}
      {arranged && <arranged.Arrangements assignment={assignment} />}
      {advice}
      <ul className={cx('stack gap-8 above-16', all && styles.many)}>
        {shown.map((line) => (
          <li key={line.id} className={`stack align-center gap-16 surface rounded-lg ${styles.rule}`}>
            <Pictogram line={line.id} />
            <span>{line.text}</span>
          </li>
        ))}
      </ul>
      {all && (
        <p className={cx('muted', controls.small, styles.gapSmall)}>{t('player:before.recordedWhole')}</p>
      )}
      <Button look="plain" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? t('player:before.less') : t('player:before.more')}
      </Button>
    </Frame>
  )
}
