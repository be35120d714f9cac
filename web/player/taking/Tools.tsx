import { IconTextSize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import controls from '../parts/controls.module.css'
import { Listen } from '../parts/Listen.tsx'
import { t } from '../words.ts'
import styles from './taking.module.css'

interface ToolsProps {
  voice: { available: boolean; reading: number | undefined; computerVoice: boolean; toggle: () => void }
  onLook: () => void
  /** The tools that only some people have. */
  children?: ReactNode
}

/** Read-aloud, where the device has a voice for it, and the sheet for how things look: part of the header. */
export function Tools({ voice, onLook, children }: ToolsProps) {
  return (
    <>
      {voice.computerVoice && <span className={styles.voice}>{t('player:button.computerVoice')}</span>}
      {children}
      <Listen voice={voice} />
      <button
        type="button"
        className={controls.icon}
        aria-label={t('player:button.look')}
        title={t('player:button.look')}
        onClick={onLook}
      >
        <IconTextSize aria-hidden />
      </button>
    </>
  )
}
