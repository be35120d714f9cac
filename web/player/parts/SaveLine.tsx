import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type LiveState, unsentCount } from '../attempt/live.ts'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import styles from './save.module.css'

export type SaveWord = 'saved' | 'saving' | 'offline' | 'failed' | 'pending' | 'preview'

/** What may be said about saving. "Saved" only when the server has acknowledged every answer. */
export function saveWord(state: LiveState, slow: boolean): SaveWord {
  if (state.preview) return 'preview'
  if (unsentCount(state) === 0) return 'saved'
  if (state.storageFailed && !state.reached) return 'failed'
  if (!state.reached) return 'offline'
  return slow ? 'saving' : 'pending'
}

const patienceMs = 400

function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [waiting])
  return slow
}

/** The quiet line above the buttons: always there, always the same height, so that nothing jumps. */
export function SaveLine({ state }: { state: LiveState }) {
  const count = unsentCount(state)
  const word = saveWord(state, useSlow(count > 0))
  return (
    <p
      className={cx(styles.save, word === 'saved' && styles.saved, word === 'offline' && styles.offline)}
      role="status"
      data-save={word}
    >
      {word === 'saved' && (
        <>
          <IconCloudCheck size={18} aria-hidden />
          {t('player:save.saved')}
        </>
      )}
      {word === 'saving' && (
        <>
          <span className={styles.spinner} />
          {t('player:save.saving')}
        </>
      )}
      {word === 'offline' && (
        <>
          <IconCloudOff size={18} aria-hidden />
          {onPhone() ? t('player:save.offlinePhone', { n: count }) : t('player:save.offline', { n: count })}
        </>
      )}
      {word === 'preview' && t('player:save.preview')}
      {word === 'failed' && t('player:save.failed', { n: count })}
    </p>
  )
}

const onPhone = () => window.matchMedia('(max-width: 599px)').matches
