import { IconDevices } from '@tabler/icons-react'
import { useState } from 'react'
import type { LiveState } from '../attempt/liveState.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import type { ItemStep } from './overview.ts'

/** The numbers of the questions whose answer here lost against a newer one from another device, and how many they are. */
export function replacedAnswers({ progress }: LiveState, items: readonly ItemStep[]) {
  const numbers = items.filter(({ item }) => progress.lost.includes(item.id)).map(({ number }) => number)
  return { count: numbers.length, numbers: numbers.join(', ') }
}

/** Says once a page which answers of this device were replaced; the overview says it again at the end. */
export function LostSheet({ state, items }: { state: LiveState; items: readonly ItemStep[] }) {
  const [told, setTold] = useState(0)
  const replaced = replacedAnswers(state, items)
  if (replaced.count <= told) return null
  const close = () => setTold(replaced.count)
  return (
    <Sheet title={t('player-item:lost.title')} badge={<IconDevices aria-hidden />} onClose={close}>
      <p className={controls.lead}>{t('player-item:lost.text', replaced)}</p>
      <SheetActions>
        <Button onClick={close}>{t('player:button.continue')}</Button>
      </SheetActions>
    </Sheet>
  )
}
