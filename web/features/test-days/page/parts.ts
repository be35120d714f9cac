import type { TestDay, TestDayDetails } from '#contract/test-days.ts'

/** The parts of a test day's page, each with an address of its own. */
export const parts = ['board', 'people', 'tablets', 'kept', 'waiting'] as const
export type Part = (typeof parts)[number]

const isPart = (text: string | undefined): text is Part => parts.some((part) => part === text)

/** The part that the address names; without one the board, and before the day its people. */
export const partOf = (text: string | undefined, state: TestDay['state']): Part =>
  isPart(text) ? text : state === 'planned' ? 'people' : 'board'

export interface DayPartProps {
  clientId: string
  day: TestDayDetails
  timeZone: string
}
