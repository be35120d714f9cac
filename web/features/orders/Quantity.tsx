import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { maxOrdered } from '#contract/orders.ts'
import classes from './orders.module.css'

interface QuantityProps {
  /** The name of the counted thing. */
  name: string
  value: number
  onChange: (value: number) => void
}

/** A number that is typed, or stepped by one with the buttons beside it. */
export function Quantity({ name, value, onChange }: QuantityProps) {
  const { t } = useTranslation()
  const set = (next: number) => onChange(Math.min(maxOrdered, Math.max(0, Math.trunc(next) || 0)))
  return (
    <div className={`stack rigid surface rounded ${classes.quantity}`}>
      <button
        className="stack centered muted bare pointer"
        type="button"
        aria-label={t('orders:quantity.less', { name })}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        <IconMinus size={18} stroke={1.75} aria-hidden />
      </button>
      <input
        className="font-inherit full-width semibold ink num text-center bare"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('orders:quantity.label', { name })}
        value={value === 0 ? '' : String(value)}
        placeholder="0"
        onChange={(event) => set(Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 6)))}
      />
      <button
        className="stack centered muted bare pointer"
        type="button"
        aria-label={t('orders:quantity.more', { name })}
        onClick={() => set(value + 1)}
      >
        <IconPlus size={18} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}
