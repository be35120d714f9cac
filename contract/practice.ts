/**
 * The longest time for which the practice of one section pauses the clock of the whole test; after that the clock
 * continues.
 */
export const practiceSeconds = 300
