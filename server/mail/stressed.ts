import type { Piece } from './layout.ts'

// A private-use character that no translation contains: it marks where the stressed value goes.
const mark = '\uE000'

/**
 * A sentence of which one value is stressed.
 * @param write the sentence, given what replaces the value
 */
export function stressed(value: string, write: (placeholder: string) => string): Piece[] {
  const [before = '', after = ''] = write(mark).split(mark, 2)
  return [before, { strong: value }, after].filter((part) => part !== '')
}
