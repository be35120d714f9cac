import './takingWords.ts'
import { IconPlayerPause } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { kioskHere } from '../device/kiosk.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import styles from './taking.module.css'

/**
 * Replaces the questions while a manager has paused the test, and disappears when it goes on. On a tablet the supervisor can
 * still open their sheet.
 */
export function PausedScreen({ timed, client }: { timed: boolean; client: string }) {
  return (
    <Frame title={t('player-taking:paused.title')} header={kioskHere() ? <Header /> : null}>
      <div className={`stack centered gap-12 ${styles.paused}`}>
        <IconPlayerPause size={56} aria-hidden />
        <h1 id="prompt" tabIndex={-1} aria-describedby="paused" className={cx('text-center', controls.title)}>
          {t('player-taking:paused.title')}
        </h1>
        <div id="paused">
          {timed && <p className={cx('text-center', controls.lead)}>{t('player-taking:paused.time')}</p>}
          <p className="muted text-center">
            {kioskHere() ? t('tablet:paused') : t('player-taking:paused.text', { client })}
          </p>
        </div>
      </div>
    </Frame>
  )
}
