import { useState } from 'react'
import type { BankLine } from '#contract/eft.ts'

/** Nothing about it is in doubt: it may be approved together with others. */
const isExact = (line: BankLine) =>
  line.state === 'open' && line.order !== null && line.difference === 0 && line.why !== 'not_pending'
const isSure = (line: BankLine) =>
  isExact(line) && line.fit === 'matched' && !line.otherAccount && !line.alike

/** A tick is for a transfer and the order it is shown with. */
const keyOf = ({ id, order }: BankLine) => `${id} ${order?.id}`

/** Which transfers are ticked: sure matches in advance. */
export function useTicks() {
  // What somebody ticked or unticked stays so, however often the list is asked for.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  return {
    isTicked: (line: BankLine) => isExact(line) && (byHand.get(keyOf(line)) ?? isSure(line)),
    /** Undefined where a transfer has to be decided alone. */
    tickOf: (line: BankLine) =>
      isExact(line) ? (on: boolean) => setByHand(new Map(byHand).set(keyOf(line), on)) : undefined,
  }
}
