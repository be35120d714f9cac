import { useState } from 'react'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Pictogram } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import styles from './pages.module.css'

interface BeforePageProps {
  assignment: OwnAssignment
  onStart: () => Promise<void>
}

/** The pre-test page. The lines come from the inventory version; the time starts here, with the person's tap, and nowhere earlier. */
export function BeforePage({ assignment, onStart }: BeforePageProps) {
  const [busy, setBusy] = useState(false)
  const running = assignment.startedAt !== null
  const start = () => {
    setBusy(true)
    const done = () => setBusy(false)
    onStart().then(done, done)
  }
  const note = () => {
    if (running) return t('player:before.running')
    if (assignment.hasPractice && assignment.timed)
      return t('player:before.practiceTimed', { count: assignment.minutes })
    if (assignment.hasPractice) return t('player:before.practiceFirst')
    return assignment.timed
      ? t('player:before.clock', { count: assignment.minutes })
      : t('player:before.noClock')
  }
  return (
    <Frame
      title={t('player:before.title')}
      reading
      header={<Header />}
      dock={
        <>
          <p className={frame.note}>{note()}</p>
          <Button big style={{ width: '100%' }} disabled={busy} onClick={start}>
            {running ? t('player:button.continue') : t('player:button.start')}
          </Button>
        </>
      }
    >
      <h1 className={controls.title}>{t('player:before.title')}</h1>
      <p className={controls.muted}>
        {assignment.inventory.name}
        {' · '}
        {t('player:facts.questions', { count: assignment.itemCount })}
        {' · '}
        {t('player:facts.minutes', { count: assignment.minutes })}
      </p>
      {assignment.description && (
        <p className={styles.wish}>
          <b>{assignment.client.name}:</b> <span>{assignment.description}</span>
        </p>
      )}
      <ul className={cx(styles.rules, assignment.preTest.length > 4 && styles.many)}>
        {assignment.preTest.map((line) => (
          <li key={line.id} className={styles.rule}>
            <Pictogram line={line.id} />
            <span>{line.text}</span>
          </li>
        ))}
      </ul>
    </Frame>
  )
}
