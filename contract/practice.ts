/** For so long the practice of one section stands beside the clock of the whole test; after that the clock goes on. */
export const practiceSeconds = 300
