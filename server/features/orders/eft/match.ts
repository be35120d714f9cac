import { foldText } from '#contract/fold.ts'
import { orderNumbersIn, referencesIn } from '#contract/transferReference.ts'
import type { Transfer } from './statement.ts'

/** An order by bank transfer, as far as it matters here. */
export interface AwaitedOrder {
  readonly id: string
  readonly number: string
  /** The reference without spaces. */
  readonly reference: string
  readonly totalKurus: number
  readonly pending: boolean
  /** Names that its buyer may have as the sender of a transfer. */
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
  const named = new Map(
    orders.flatMap((order) => [[order.reference, order] as const, [order.number, order] as const]),
  )
  const likeliest = buyersOf(orders)
  const taken = new Set<string>()
  const byReference = transfers.map((transfer) => {
    const fit = referenceFit(transfer, named, taken)
    if (fit?.fit === 'matched' && fit.order !== null) taken.add(fit.order.id)
    return fit
  })
  return transfers.map((transfer, at) => {
    const fit = byReference[at]
    if (fit !== undefined) return fit
    const order = likeliest(transfer, taken)
    if (order === undefined) return { fit: 'none', why: null, order: null }
    taken.add(order.id)
    return { fit: 'proposed', why: 'amount_and_sender', order }
  })
}

/**
 * Finds an order by the references in a payment's description, or else by orders’ numbers; undefined where there are
 * none.
 */
function referenceFit<Order extends AwaitedOrder>(
  { amountKurus, description }: Paying,
  orders: ReadonlyMap<string, Order>,
  taken: ReadonlySet<string>,
): Fit<Order> | undefined {
  const named = referencesIn(description).flatMap((reference) => orders.get(reference) ?? [])
  const pending = named.filter((one) => one.pending)
  const exact = pending.find((one) => one.totalKurus === amountKurus)
  // Two orders in one description: a person decides which one is meant, even if one amount fits.
  if (exact !== undefined && named.length === 1 && !taken.has(exact.id))
    return { fit: 'matched', why: 'reference', order: exact }
  const numbered = orderNumbersIn(description).flatMap((number) => orders.get(number) ?? [])
  const order = exact ?? pending[0] ?? numbered.find((one) => one.pending && !taken.has(one.id))
  if (order !== undefined) return { fit: 'proposed', why: 'reference', order }
  const settled = named[0] ?? numbered[0]
  return settled && { fit: 'none', why: 'not_pending', order: settled }
}

/** One name that buyers of orders with the same amount have. */
interface Buyer {
  readonly words: readonly string[]
  /** Places of its orders; those before `next` are taken. */
  readonly places: number[]
  next: number
}

// Two of three words; one of two is a family name or a trade alone.
const likeEnough = 0.6

/**
 * Finds the free order of a transfer's amount whose buyer is most like the sender, of several the oldest. Names are looked
 * up by how their words begin: with each compared to each, 5,000 transfers of one amount took half a minute.
 */
function buyersOf<Order extends AwaitedOrder>(orders: readonly Order[]) {
  const buyers = new Map<string, Buyer>()
  const byBeginning = new Map<string, Buyer[]>()
  const beginning = (amountKurus: number, word: string) => `${amountKurus} ${word.slice(0, 2)}`
  const add = (amountKurus: number, name: string, place: number) => {
    const key = `${amountKurus} ${name}`
    const known = buyers.get(key)
    if (known !== undefined) return known.places.push(place)
    const buyer = { words: wordsOf(name), places: [place], next: 0 }
    buyers.set(key, buyer)
    for (const start of new Set(buyer.words.map((word) => beginning(amountKurus, word))))
      byBeginning.set(start, [...(byBeginning.get(start) ?? []), buyer])
  }
  orders.forEach((order, place) => {
    if (order.pending) for (const name of new Set(order.names)) add(order.totalKurus, name, place)
  })
  return ({ amountKurus, sender }: Paying, taken: ReadonlySet<string>): Order | undefined => {
    const words = wordsOf(sender)
    const near = new Set(words.flatMap((word) => byBeginning.get(beginning(amountKurus, word)) ?? []))
    let best: { share: number; place: number } | undefined
    for (const buyer of near) {
      const share = shared(buyer.words, words)
      const place = share < likeEnough ? undefined : firstFree(buyer, orders, taken)
      if (place === undefined) continue
      if (best === undefined || share > best.share || (share === best.share && place < best.place))
        best = { share, place }
    }
    return best && orders[best.place]
  }
}

function firstFree(
  buyer: Buyer,
  orders: readonly AwaitedOrder[],
  taken: ReadonlySet<string>,
): number | undefined {
  const isTaken = (place: number | undefined) => place !== undefined && taken.has(orders[place]?.id ?? '')
  while (isTaken(buyer.places[buyer.next])) buyer.next += 1
  return buyer.places[buyer.next]
}

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
 * The likeness of two names, from 0 to 1: the part of the shorter one's words that the other has, too. Banks cut
 * names off, so a word of three letters or more may be the beginning of the other.
 */
export const likeness = (a: string, b: string): number => shared(wordsOf(a), wordsOf(b))

function shared(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length === 0) return 0
  return short.filter((word) => long.some((other) => begins(word, other))).length / short.length
}

const begins = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)))
