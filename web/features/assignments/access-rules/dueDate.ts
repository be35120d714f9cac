import { addDays } from '../../../app/days.ts'

/** A form's due date: undefined until someone chooses, null for none, and empty for a day that is missing. */
export type ChosenDueDate = string | null | undefined

/** The due date that a form shows and sends: what was chosen, else the client's days counted from `from`. */
export function dueDateOf(chosen: ChosenDueDate, from: string, days: number | undefined): string | null {
  if (chosen !== undefined) return chosen
  return days === undefined ? '' : addDays(from, days)
}
