import {
  IconCheck,
  IconCircleDashed,
  IconCoffee,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconWifiOff,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react'
import type { BoardState } from '#contract/board.ts'

export const stateIcons: Record<BoardState, TablerIcon> = {
  not_started: IconCircleDashed,
  running: IconPlayerPlay,
  idle: IconZzz,
  offline: IconWifiOff,
  paused: IconPlayerPause,
  on_break: IconCoffee,
  finished: IconCheck,
  ended: IconPlayerStop,
}
