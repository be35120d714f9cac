const inGroups = (size: number) => (digits: string) =>
  digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, 'g'), '$1 ')

/** Digits as people read them out: `407 218`. */
export const inThrees = inGroups(3)
/** `1234 5678` */
export const inFours = inGroups(4)
