import { useRef } from 'react'
import type { Offer } from './useOffer.ts'

/**
 * The tests with their quota, as they were before something was sent. What is loaded while it is under way has had its
 * units taken already, and taking them off once more would count them twice.
 */
export function useSteadyOffers(offers: readonly Offer[] | undefined, sent: boolean): readonly Offer[] {
  const before = useRef(offers)
  if (!sent) before.current = offers
  return before.current ?? []
}
