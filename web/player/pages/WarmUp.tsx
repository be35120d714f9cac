import { IconCheck, IconCloudOff, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { OwnAssignment } from '../attempt/start.ts'
import { cx } from '../cx.ts'
import { canStore } from '../device/check.ts'
import { useReadAloud } from '../device/speech.ts'
import { ChoiceItem } from '../items/ChoiceItem.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Listen } from '../parts/Listen.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t, useLocale } from '../words.ts'
import styles from './pages.module.css'

/** A part that was tried, or that this device has not. */
function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={controls.sentence}>
      {icon}
      <span>{children}</span>
    </p>
  )
}

const options = () => ['yes', 'no'].map((id) => ({ id, label: t(`device:try.${id}`) }))

/** Shows that touch, saving and sound work here, before any time runs. Nobody has to open it, and it keeps nothing. */
function Trying({ assignment, onClose }: { assignment: OwnAssignment; onClose: () => void }) {
  const [chosen, setChosen] = useState('')
  const [stored, setStored] = useState<boolean>()
  const [heard, setHeard] = useState(false)
  const audio = assignment.preTest.find((line) => line.audio)?.audio
  const voice = useReadAloud(
    'try',
    useLocale(),
    assignment.accommodations.readAloud ? [{ texts: [{ text: t('device:try.sound') }], audio }] : [],
    () => setHeard(true),
  )
  const choose = (id: string) => {
    setChosen(id)
    canStore().then(setStored, () => setStored(false))
  }
  const kept = { value: chosen, epoch: 1, seq: 1, at: '', state: 'stored' } as const
  const good = <IconCheck aria-hidden />
  return (
    <Sheet title={t('device:try.title')} onClose={onClose}>
      <p className={controls.lead} id="try-touch">
        {t('device:try.touch')}
      </p>
      <fieldset aria-labelledby="try-touch">
        <ChoiceItem
          item={{ id: 'try', type: 'single', prompt: '', options: options() }}
          kept={kept}
          answer={(value) => choose(String(value))}
        />
      </fieldset>
      <div role="status" className={`stack gap-12 above-8 ${styles.text}`}>
        {chosen !== '' && <Line icon={good}>{t('device:try.touched')}</Line>}
        {stored === true && <Line icon={good}>{t('device:try.stored')}</Line>}
        {stored === false && <Line icon={<IconCloudOff aria-hidden />}>{t('device:try.notStored')}</Line>}
        {heard && <Line icon={good}>{t('device:try.played')}</Line>}
      </div>
      {voice.available ? (
        <p className={cx('row split gap-8', styles.gapSmall)}>
          {t('device:try.listen')}
          <Listen voice={voice} />
        </p>
      ) : (
        <Line icon={<IconVolumeOff aria-hidden />}>{t('device:try.noSound')}</Line>
      )}
      <SheetActions>
        <Button onClick={onClose}>{t('device:try.done')}</Button>
      </SheetActions>
    </Sheet>
  )
}

export function WarmUp({ assignment }: { assignment: OwnAssignment }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        {t('device:try.open')}
      </Button>
      {open && <Trying assignment={assignment} onClose={() => setOpen(false)} />}
    </>
  )
}
