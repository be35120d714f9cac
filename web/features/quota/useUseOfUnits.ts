import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { Offer } from './useOffer.ts'

/** The number of a client's used units, and of those reserved for places of registration links. */
export function useUseOfUnits() {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return ({ used, reserved, purchased }: Pick<Offer, 'used' | 'reserved' | 'purchased'>) =>
    [
      t('clients:balance.used', { used: number(used), purchased: number(purchased) }),
      ...(reserved > 0 ? [t('clients:balance.reserved', { number: number(reserved) })] : []),
    ].join(' · ')
}
