/** The event's name in the texts, where a point would lead further down. */
export const keyOf = (event: string): string => event.replace('.', '_')
