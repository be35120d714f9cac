/** The letter of the n-th option: what is drawn on it, said of it and shown beside it when it is enlarged. */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** True when an option's words are a letter alone, like those of a picture without words. */
export const isLetter = (label: string) => /^[A-Z]$/.test(label)

/**
 * The spoken name of an option that is a picture: its place's letter, and its words where they are more than another
 * letter.
 */
export const nameOf = (index: number, label: string) =>
  isLetter(label) ? letterOf(index) : `${letterOf(index)}: ${label}`
