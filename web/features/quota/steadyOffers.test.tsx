// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Offer } from './useOffer.ts'
import { useSteadyOffers } from './useSteadyOffers.ts'

const offer: Offer = {
  id: '01890000-0000-7000-8000-000000000001',
  code: 'MYT',
  name: 'MYT',
  description: '',
  minutes: 60,
  itemCount: 164,
  consentItemCount: 9,
  version: 1,
  sensitive: false,
  priceTiers: [],
  available: 10,
  purchased: 100,
  reserved: 0,
  used: 90,
  enabled: true,
}

it('keeps the quota from before something was sent, which has been used once it is loaded again', () => {
  const { result, rerender } = renderHook(
    ({ available, sent }) => useSteadyOffers([{ ...offer, available }], sent),
    { initialProps: { available: 12, sent: false } },
  )
  const shown = () => result.current.map(({ available }) => available)
  rerender({ available: 10, sent: false })
  expect(shown()).toEqual([10])
  rerender({ available: 7, sent: true })
  expect(shown()).toEqual([10])
  rerender({ available: 7, sent: false })
  expect(shown()).toEqual([7])
})
