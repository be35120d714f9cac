import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import controls from './controls.module.css'

interface ListenProps {
  voice: { available: boolean; reading: number | undefined; toggle: () => void }
}

/** Read-aloud, where there is a recording or the device has a voice. */
export function Listen({ voice }: ListenProps) {
  if (!voice.available) return null
  const reading = voice.reading !== undefined
  const name = t(reading ? 'player:button.stopListening' : 'player:button.listen')
  const Icon = reading ? IconPlayerStopFilled : IconVolume
  return (
    <button
      type="button"
      className={cx(controls.icon, controls.listen)}
      aria-pressed={reading}
      aria-label={name}
      title={name}
      onClick={voice.toggle}
    >
      <Icon aria-hidden />
    </button>
  )
}
