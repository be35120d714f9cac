import '../taking/takingWords.ts'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type LiveState, unsentCount } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { LiveText } from './LiveText.tsx'
import styles from './save.module.css'

export type SaveWord =
  | 'none'
  | 'saved'
  | 'saving'
  | 'kept'
  | 'problem'
  | 'foreign'
  | 'offline'
  | 'failed'
  | 'pending'
  | 'refused'
  | 'preview'

/** The word about saving; none before the first answer. "Saved" only when the server has acknowledged every answer, and refused none. */
export function saveWord(state: LiveState, slow: boolean): SaveWord {
  if (state.preview) return 'preview'
  const refused = refusalOf(state) !== undefined
  if (unsentCount(state) === 0 && Object.keys(state.progress.answers).length === 0) return 'none'
  if (unsentCount(state) === 0) return refused ? 'refused' : 'saved'
  if (state.stopped) return 'kept'
  if (state.storageFailed && (!state.reached || state.saveError !== undefined)) return 'failed'
  if (!state.reached) return 'offline'
  if (state.storageFailed) return slow ? 'failed' : 'pending'
  if (state.saveError !== undefined) return state.foreign ? 'foreign' : 'problem'
  return slow ? 'saving' : 'pending'
}

/** The server's reason for refusing an answer. */
function refusalOf({ progress }: LiveState): string | undefined {
  const refused = Object.values(progress.answers).find(({ state }) => state === 'refused')
  return refused && (refused.refusal ?? '')
}

/** A message may be a sentence, and what is said around it has its own full stop. */
const sentenceless = (message: string) => message.replace(/[.!…]{1,3}$/, '')

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
      className={cx(
        'row justify-center gap-6 muted',
        styles.save,
        word === 'saved' && styles.saved,
        ['offline', 'refused', 'foreign'].includes(word) && styles.offline,
      )}
      role="status"
      data-save={word}
    >
      {word === 'saved' && (
        <>
          <IconCloudCheck size={18} aria-hidden />
          <LiveText>
            {state.storageFailed ? t('player-taking:save.savedOnly') : t('player:save.saved')}
          </LiveText>
        </>
      )}
      {word === 'saving' && (
        <>
          <span className={styles.spinner} />
          <LiveText>{t('player:save.saving')}</LiveText>
        </>
      )}
      {word === 'problem' && (
        <>
          <span className={styles.spinner} />
          <LiveText>{t('player:save.saving')}</LiveText>
          <LiveText className={styles.why}>
            {t('player:save.again', { problem: sentenceless(state.saveError ?? ''), n: count })}
          </LiveText>
        </>
      )}
      {word === 'foreign' && (
        <>
          <IconAlertTriangle size={18} aria-hidden />
          <LiveText className={styles.why}>{t('player-taking:save.foreign', { n: count })}</LiveText>
        </>
      )}
      {word === 'refused' && (
        <>
          <IconAlertTriangle size={18} aria-hidden />
          <LiveText>{t('player:save.refused', { message: refusalOf(state) ?? '' })}</LiveText>
        </>
      )}
      {word === 'offline' && (
        <>
          <IconCloudOff size={18} aria-hidden />
          <LiveText>{t('player:save.offline', { n: count })}</LiveText>
        </>
      )}
      {word === 'kept' && <LiveText>{t('player:stopped.kept', { count })}</LiveText>}
      {word === 'preview' && <LiveText>{t('player:save.preview')}</LiveText>}
      {word === 'failed' && <LiveText>{t('player:save.failed', { n: count })}</LiveText>}
    </p>
  )
}
