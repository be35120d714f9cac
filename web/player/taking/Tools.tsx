import { IconPlayerStopFilled, IconTextSize, IconVolume } from '@tabler/icons-react'
import controls from '../parts/controls.module.css'
import { t } from '../words.ts'
import styles from './taking.module.css'

interface ToolsProps {
  voice: { available: boolean; reading: number | undefined; toggle: () => void }
  onLook: () => void
}

/** Read-aloud, where the device has a voice for it, and the sheet for how things look. */
export function Tools({ voice, onLook }: ToolsProps) {
  const reading = voice.reading !== undefined
  return (
    <div className={styles.tools}>
      {voice.available && (
        <button type="button" className={controls.pill} aria-pressed={reading} onClick={voice.toggle}>
          {reading ? <IconPlayerStopFilled size={20} aria-hidden /> : <IconVolume size={20} aria-hidden />}
          {reading ? t('player:button.stopListening') : t('player:button.listen')}
        </button>
      )}
      <button type="button" className={controls.pill} onClick={onLook}>
        <IconTextSize size={20} aria-hidden />
        {t('player:button.look')}
      </button>
    </div>
  )
}
