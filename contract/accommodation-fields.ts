import { z } from 'zod'

const fields = {
  /** Time in percent of the test's own limits; null: without limits. */
  timePercent: z.literal([100, 125, 150, 200]).nullable(),
  /** Steps above the normal text size at which the player starts. */
  textSize: z.literal([0, 1, 2]),
  /** True when the device may read questions aloud, where the test allows it. */
  readAloud: z.boolean(),
  /**
   * The number of breaks the person may take. This and the next have defaults: callers of earlier releases know neither.
   */
  breaks: z.literal([0, 1, 2, 3, 4]).default(0),
  /** The longest time of each break. */
  breakMinutes: z.literal([5, 10, 15]).default(10),
}

/** The ways in which somebody takes a test differently from others. The reason is not asked and not stored. */
export const accommodations = z.object(fields)
export const newAccommodations = z.strictObject(fields)
export type Accommodations = z.infer<typeof accommodations>

export const noAccommodations: Accommodations = {
  timePercent: 100,
  textSize: 0,
  readAloud: true,
  breaks: 0,
  breakMinutes: 10,
}

/** Seconds of a limit with the time of an accommodation; null: no limit. */
export function adjustedSeconds(
  seconds: number,
  { timePercent }: Pick<Accommodations, 'timePercent'>,
): number | null {
  return timePercent === null ? null : Math.ceil((seconds * timePercent) / 100)
}

/** True when one time is longer than another. */
export function isMoreTime(
  time: Accommodations['timePercent'],
  than: Accommodations['timePercent'],
): boolean {
  return than !== null && (time === null || time > than)
}

export const sameAccommodations = (a: Accommodations, b: Accommodations): boolean =>
  a.timePercent === b.timePercent &&
  a.textSize === b.textSize &&
  a.readAloud === b.readAloud &&
  a.breaks === b.breaks &&
  // The length of breaks says nothing where there are none.
  (a.breaks === 0 || a.breakMinutes === b.breakMinutes)
