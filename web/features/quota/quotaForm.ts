export const most = 100_000

/** The field of one test’s quantity; an empty one adds nothing. */
export const quantityField = (inventoryId: string): string => `quantity-${inventoryId}`

type Typed = Readonly<Record<string, string>>

export type QuotaProblem = 'quantityRequired' | 'quantityWrong'

/** A whole number as people write it, in groups of three or not; NaN for anything else. */
export function quantityOf(text: string): number {
  const typed = text.trim()
  const grouped = /^\d{1,3}([., \u00a0]\d{3})+$/.test(typed)
  return /^\d+$/.test(typed) || grouped ? Number(typed.replace(/\D/g, '')) : Number.NaN
}

/** The inventories to which units are added, in the form's order. */
export const additionsOf = (
  typed: Typed,
  inventoryIds: readonly string[],
): { inventoryId: string; quantity: number }[] =>
  inventoryIds.flatMap((inventoryId) => {
    const quantity = typed[quantityField(inventoryId)] ?? ''
    return quantity.trim() === '' ? [] : [{ inventoryId, quantity: quantityOf(quantity) }]
  })

/** The problems of an addition, by inventory; with no quantity at all the first one is required. */
export function problemsOf(typed: Typed, inventoryIds: readonly string[]): Record<string, QuotaProblem> {
  const additions = additionsOf(typed, inventoryIds)
  const [first] = inventoryIds
  if (additions.length === 0) return first === undefined ? {} : { [first]: 'quantityRequired' }
  return Object.fromEntries(
    additions
      .filter(({ quantity }) => !(quantity >= 1 && quantity <= most))
      .map(({ inventoryId }) => [inventoryId, 'quantityWrong' as const]),
  )
}
