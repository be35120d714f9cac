/**
 * The last moment at which something works, such as a link, to be told as a date or a time: what ends at midnight lasts until
 * 23:59 of the day before, as people are told of a due date.
 * @param end ISO 8601, the first moment at which it works no more
 */
export const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString()
