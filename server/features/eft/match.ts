import { foldText } from '#contract/fold.ts'
import { referencesIn } from '#contract/transferReference.ts'
import type { Transfer } from './statement.ts'

/** An order by bank transfer, as far as it matters here. */
export interface AwaitedOrder {
  readonly id: string
  /** Without spaces. */
  readonly reference: string
  readonly totalKurus: number
  readonly pending: boolean
  /** What its buyer may be called as the sender of a transfer. */
  readonly names: readonly string[]
}

/** Which order a transfer seems to pay, and how sure that is. */
export interface Fit<Order> {
  readonly fit: 'matched' | 'proposed' | 'none'
  readonly why: 'reference' | 'amount_and_sender' | 'not_pending' | null
  readonly order: Order | null
}

type Paying = Pick<Transfer, 'amountKurus' | 'description' | 'sender'>

/**
 * The order of each transfer. No order is matched twice, nor proposed by its amount where another transfer has taken it.
 * @param transfers the oldest first: of two that pay the same order the older one has it
 * @param orders the oldest first: of two that are equally likely the older one is proposed
 * @returns one for each transfer, in their order
 */
export function fitTransfers<Order extends AwaitedOrder>(
  transfers: readonly Paying[],
  orders: readonly Order[],
): Fit<Order>[] {
  const named = new Map(orders.map((order) => [order.reference, order]))
  const pending = orders.filter((order) => order.pending)
  const ofAmount = Map.groupBy(pending, (order) => order.totalKurus)
  const taken = new Set<string>()
  const byReference = transfers.map((transfer) => {
    const fit = referenceFit(transfer, named, taken)
    if (fit?.fit === 'matched' && fit.order !== null) taken.add(fit.order.id)
    return fit
  })
  return transfers.map((transfer, at) => {
    const fit = byReference[at]
    if (fit !== undefined) return fit
    const order = likeliest(
      transfer,
      (ofAmount.get(transfer.amountKurus) ?? []).filter((one) => !taken.has(one.id)),
    )
    if (order === undefined) return { fit: 'none', why: null, order: null }
    taken.add(order.id)
    return { fit: 'proposed', why: 'amount_and_sender', order }
  })
}

/** By the references in its description; undefined where there is none of an order. */
function referenceFit<Order extends AwaitedOrder>(
  { amountKurus, description }: Paying,
  orders: ReadonlyMap<string, Order>,
  taken: ReadonlySet<string>,
): Fit<Order> | undefined {
  const named = referencesIn(description).flatMap((reference) => orders.get(reference) ?? [])
  const pending = named.filter((one) => one.pending)
  const exact = pending.find((one) => one.totalKurus === amountKurus)
  // Two orders in one description: which one is meant is for a person to say, whatever the amount.
  if (exact !== undefined && named.length === 1 && !taken.has(exact.id))
    return { fit: 'matched', why: 'reference', order: exact }
  const order = exact ?? pending[0]
  if (order !== undefined) return { fit: 'proposed', why: 'reference', order }
  const [settled] = named
  return settled && { fit: 'none', why: 'not_pending', order: settled }
}

/** The order whose buyer is most like the sender, if one is like them. */
function likeliest<Order extends AwaitedOrder>(
  { sender }: Paying,
  orders: readonly Order[],
): Order | undefined {
  return orders
    .map((order) => ({ order, share: Math.max(0, ...order.names.map((name) => likeness(name, sender))) }))
    .filter(({ share }) => share >= likeEnough)
    .sort((a, b) => b.share - a.share)[0]?.order
}
// Two of three words; one of two is a family name or a trade alone.
const likeEnough = 0.6

/** Words that say what kind of company it is, as statements shorten them. */
const forms = new Set(
  'a s as anonim ltd limited sti sirketi sirket san sanayi sanayii tic ticaret ve paz pazarlama dis ic'.split(
    ' ',
  ),
)

const wordsOf = (name: string) =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !forms.has(word))

/**
 * How much alike two names are, from 0 to 1: of the shorter one's words the part that the other has, too. Banks cut names
 * off, so a word of three letters or more may be the beginning of the other.
 */
export function likeness(a: string, b: string): number {
  const [short = [], long = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length)
  if (short.length === 0) return 0
  const begins = (one: string, other: string) =>
    one === other ||
    (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)))
  return short.filter((word) => long.some((other) => begins(word, other))).length / short.length
}
