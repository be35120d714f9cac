export const most = 100_000

export interface QuotaFields {
  inventoryId: string
  quantity: string
  reason: string
}

export type QuotaProblem = 'inventoryRequired' | 'quantityRequired' | 'quantityWrong'

/** A whole number as people write it, in groups of three or not; NaN for anything else. */
export function quantityOf(text: string): number {
  const typed = text.trim()
  const grouped = /^\d{1,3}([., \u00a0]\d{3})+$/.test(typed)
  return /^\d+$/.test(typed) || grouped ? Number(typed.replace(/\D/g, '')) : Number.NaN
}

/** What is wrong with an addition, field by field in the form's order. */
export function problemsOf({ inventoryId, quantity }: QuotaFields) {
  const problems: Partial<Record<keyof QuotaFields, QuotaProblem>> = {}
  if (inventoryId === '') problems.inventoryId = 'inventoryRequired'
  const units = quantityOf(quantity)
  if (quantity.trim() === '') problems.quantity = 'quantityRequired'
  else if (!(units >= 1 && units <= most)) problems.quantity = 'quantityWrong'
  return problems
}
