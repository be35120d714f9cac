import { addQuota } from '#contract/quotas.ts'
import { wholeNumber } from '../../app/numbers.ts'

export const { quantity: quantitySchema } = addQuota.body.shape

/** The field of one test’s quantity; an empty one adds nothing. */
export const quantityField = (inventoryId: string): string => `quantity-${inventoryId}`

type Typed = Readonly<Record<string, string>>

export type QuotaProblem = 'quantityRequired' | 'quantityWrong'

/** The inventories to which units are added, in the form's order. */
export const additionsOf = (
  typed: Typed,
  inventoryIds: readonly string[],
): { inventoryId: string; quantity: number }[] =>
  inventoryIds.flatMap((inventoryId) => {
    const quantity = typed[quantityField(inventoryId)] ?? ''
    return quantity.trim() === '' ? [] : [{ inventoryId, quantity: wholeNumber(quantity) }]
  })

/** The problems of an addition, by inventory; with no quantity at all the first one is required. */
export function problemsOf(typed: Typed, inventoryIds: readonly string[]): Record<string, QuotaProblem> {
  const additions = additionsOf(typed, inventoryIds)
  const [first] = inventoryIds
  if (additions.length === 0) return first === undefined ? {} : { [first]: 'quantityRequired' }
  return Object.fromEntries(
    additions
      .filter(({ quantity }) => !quantitySchema.safeParse(quantity).success)
      .map(({ inventoryId }) => [inventoryId, 'quantityWrong' as const]),
  )
}
