import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentMethod } from '#contract/orders.ts'
import classes from './orders.module.css'

interface MethodChoiceProps {
  methods: readonly PaymentMethod[]
  value: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/** The choice between card and bank transfer, each with an explanation. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="stack two-columns gap-12" role="radiogroup" aria-label={t('orders:payment.method')}>
      {methods.map((one) => {
        const Icon = one === 'eft' ? IconBuildingBank : IconCreditCard
        return (
          <label
            key={one}
            className={`stack align-center rounded-lg pointer ${classes.method}`}
            htmlFor={`${id}-${one}`}
          >
            <input
              id={`${id}-${one}`}
              type="radio"
              name={`${id}-method`}
              checked={value === one}
              onChange={() => onChange(one)}
              aria-describedby={`${id}-${one}-text`}
            />
            <b>{t(`orders:method.${one}`)}</b>
            <Icon size={20} stroke={1.75} aria-hidden />
            <span className="text-13 muted" id={`${id}-${one}-text`}>
              {t(`orders:payment.${one}`)}
            </span>
          </label>
        )
      })}
    </div>
  )
}
