import { IconAlertTriangle, IconCircleCheck, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SystemState } from '#contract/system.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'

const looks = {
  good: { tone: 'done', icon: IconCircleCheck },
  look: { tone: 'waiting', icon: IconEye },
  bad: { tone: 'bad', icon: IconAlertTriangle },
} as const

/** The state of a part as a word. */
export function StateWord({ state }: { state: SystemState }) {
  const { t } = useTranslation()
  return <StatusWord {...looks[state]}>{t(`system:state.${state}`)}</StatusWord>
}
