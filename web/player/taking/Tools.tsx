import { IconPlayerStopFilled, IconTextSize, IconVolume } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import controls from '../parts/controls.module.css'
import { t } from '../words.ts'
import styles from './taking.module.css'

interface ToolsProps {
  voice: { available: boolean; reading: number | undefined; computerVoice: boolean; toggle: () => void }
  onLook: () => void
}

/** Read-aloud, where the device has a voice for it, and the sheet for how things look: part of the header. */
export function Tools({ voice, onLook }: ToolsProps) {
  const reading = voice.reading !== undefined
  const listen = reading ? t('player:button.stopListening') : t('player:button.listen')
  const Listen = reading ? IconPlayerStopFilled : IconVolume
  return (
    <>
      {voice.computerVoice && <span className={styles.voice}>{t('player:button.computerVoice')}</span>}
      {voice.available && (
        <button
          type="button"
          className={cx(controls.icon, styles.tool)}
          aria-pressed={reading}
          aria-label={listen}
          title={listen}
          onClick={voice.toggle}
        >
          <Listen aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={cx(controls.icon, styles.tool)}
        aria-label={t('player:button.look')}
        title={t('player:button.look')}
        onClick={onLook}
      >
        <IconTextSize aria-hidden />
      </button>
    </>
  )
}
