/**
 * The last moment at which something works, such as a link, to be shown as a date or a time: what ends at midnight
 * lasts until 23:59 of the day before, as due dates are shown.
 * @param end ISO 8601, the first moment at which it works no more
 */
export const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString()
