import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../words.ts'
import { Boxes } from './Boxes.tsx'
import { typedCode } from './code.ts'
import { Keypad } from './Keypad.tsx'

const pinLength = 6

interface PinEntryProps {
  /** Tries a PIN. @returns what is wrong, in words; undefined where it was right */
  onPin: (pin: string) => Promise<string | undefined>
  /** Why none is taken now. */
  paused?: string | undefined
  off?: boolean
}

/** Six places and the keypad, for the supervisor's PIN. */
export function PinEntry({ onPin, paused, off = false }: PinEntryProps) {
  const [pin, setPin] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const said = paused ?? wrong
  const type = (key: string) => {
    if (busy || paused !== undefined) return
    setWrong(undefined)
    setPin((before) => typedCode(before, key, pinLength))
  }
  const go = () => {
    if (busy || paused !== undefined) return
    if (pin.length < pinLength) return setWrong(t('tablet:pin.short'))
    setBusy(true)
    void onPin(pin)
      .then((why) => {
        setWrong(why)
        setPin('')
      })
      .finally(() => setBusy(false))
  }
  return (
    <div className="stack gap-8 tab-pin">
      <div>
        <Boxes
          label={t('tablet:pin.label')}
          typed={pin}
          places={pinLength}
          group={3}
          wrong={said !== undefined}
          secret
        />
        <p className={said === undefined ? 'tab-said' : 'tab-said tab-wrong'} role="alert">
          {said !== undefined && <IconAlertCircle aria-hidden />}
          {busy ? t('tablet:pin.checking') : said}
        </p>
      </div>
      <Keypad onKey={type} onGo={go} off={off} />
    </div>
  )
}
