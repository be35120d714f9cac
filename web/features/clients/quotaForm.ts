export const most = 100_000

/** Quantities as they were typed, by inventory; an empty one adds nothing. */
export interface QuotaFields {
  quantities: Readonly<Record<string, string>>
  reason: string
}

export type QuotaProblem = 'quantityRequired' | 'quantityWrong'

/** A whole number as people write it, in groups of three or not; NaN for anything else. */
export function quantityOf(text: string): number {
  const typed = text.trim()
  const grouped = /^\d{1,3}([., \u00a0]\d{3})+$/.test(typed)
  return /^\d+$/.test(typed) || grouped ? Number(typed.replace(/\D/g, '')) : Number.NaN
}

/** The inventories to which units are added, in the form's order. */
export const additionsOf = (
  { quantities }: QuotaFields,
  inventoryIds: readonly string[],
): { inventoryId: string; quantity: number }[] =>
  inventoryIds.flatMap((inventoryId) => {
    const typed = quantities[inventoryId] ?? ''
    return typed.trim() === '' ? [] : [{ inventoryId, quantity: quantityOf(typed) }]
  })

/** What is wrong with an addition, by inventory; with no quantity at all the first one is asked for. */
export function problemsOf(
  fields: QuotaFields,
  inventoryIds: readonly string[],
): Record<string, QuotaProblem> {
  const additions = additionsOf(fields, inventoryIds)
  const [first] = inventoryIds
  if (additions.length === 0) return first === undefined ? {} : { [first]: 'quantityRequired' }
  return Object.fromEntries(
    additions
      .filter(({ quantity }) => !(quantity >= 1 && quantity <= most))
      .map(({ inventoryId }) => [inventoryId, 'quantityWrong' as const]),
  )
}
