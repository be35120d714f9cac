/** The letter of the n-th option: what is drawn on it, said of it and shown beside it when it is enlarged. */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** Whether an option's words are a letter alone, as of a picture without words. */
export const isLetter = (label: string) => /^[A-Z]$/.test(label)

/** What is said of an option that is a picture: its place's letter, and its words where they are more than another letter. */
export const nameOf = (index: number, label: string) =>
  isLetter(label) ? letterOf(index) : `${letterOf(index)}: ${label}`
