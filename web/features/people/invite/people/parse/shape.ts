import { type ListRow, tidy, withoutEnd } from './rows.ts'

type Person = Omit<ListRow, 'line'>

const digits = (text: string) => text.replace(/\D/g, '').length

export const looksLikePhone = (text: string) =>
  /^\+?[0-9 ()./-]+$/.test(text) && digits(text) >= 7 && digits(text) <= 15

// An address that lost its @ still has no spaces and ends like a domain; "Dr.Ali" does not have two dots.
const looksLikeAddress = (text: string) => /^[a-z0-9_+-]+(\.[a-z0-9_-]+){2,}$/i.test(text)

function bare(text: string): string {
  const ended = withoutEnd(tidy(text), `"'>),;`)
  return ended.includes('@') ? ended.replace(/^["'<(]+/, '') : ended
}

// Without a heading a short number is a staff number only where nothing else tells who it is.
export const looksLikeStaffNumber = (text: string) => /^[a-z]{0,4}[-./]?\d{2,12}$/i.test(text)

/**
 * A person from cells without a heading: the cell with @ is the address, a telephone number is recognised by its form,
 * what is left is the name. A cell after the address of somebody named already is their group.
 * @returns the place of a cell that is none of these, where there is one: what it means must not be guessed
 */
export function personOfCells(given: readonly string[]): Person | { surplus: number } {
  const places = given.flatMap((cell, place) => (tidy(cell) === '' ? [] : [place]))
  const cells = places.map((place) => tidy(given[place] ?? ''))
  const single = cells.length === 1 ? cells[0] : undefined
  if (single?.includes(' ')) return personOfWords(single)

  const withAt = cells.findIndex((cell) => cell.includes('@'))
  const at = withAt >= 0 ? withAt : cells.findIndex(looksLikeAddress)
  const phone = cells.findIndex((cell, index) => index !== at && looksLikePhone(cell))
  const unreached = at < 0 && phone < 0
  const staff = unreached && cells.length > 1 ? cells.findIndex(looksLikeStaffNumber) : -1
  const rest = cells
    .map((cell, index) => ({ cell, index }))
    .filter(({ index }) => index !== at && index !== phone && index !== staff)
  const before = rest.filter(({ index }) => index < at)
  const after = rest.filter(({ index }) => index > at)
  // "Ayşe Demir <ayse@…>" in one cell: parted only when nothing else is the name, or a slip in the address would be hidden.
  const address = cells[at] ?? ''
  if (rest.length === 0 && address.includes(' '))
    return { ...personOfWords(address), phone: cells[phone] ?? '' }
  const named = at >= 0 && before.length > 0
  const [names, groups] = [named ? before : rest, named ? after : []]
  const surplus = names[2] ?? groups[1]
  // A person that nothing reaches is asked about in any case, with all that the row says.
  if (surplus !== undefined && (at >= 0 || phone >= 0 || staff >= 0))
    return { surplus: places[surplus.index] ?? 0 }
  const text = (parts: typeof rest) => parts.map(({ cell }) => cell).join(' ')
  return {
    name: text(names),
    email: bare(address),
    phone: cells[phone] ?? '',
    staffNumber: cells[staff] ?? '',
    group: text(groups),
  }
}

// A mail program writes the family name first, with a comma.
const named = (text: string) =>
  text.replace(/^([^,]+),([^,]+)$/, (_, last: string, first: string) => `${first.trimStart()} ${last}`)

/** A person from one line of words parted by spaces; digits in a row of words make up one telephone number. */
export function personOfWords(line: string): Person {
  const words = tidy(line).split(' ')
  const withAt = words.findIndex((word) => word.includes('@'))
  const at = withAt >= 0 ? withAt : words.findIndex(looksLikeAddress)
  const rest = words.filter((_, index) => index !== at)
  const first = rest.findIndex((word) => /^\+?[0-9()./-]+$/.test(word))
  const after = first < 0 ? -1 : rest.findIndex((word, index) => index > first && !/^[0-9()./-]+$/.test(word))
  const last = after < 0 ? rest.length : after
  const phone = first < 0 ? '' : rest.slice(first, last).join(' ')
  const isPhone = looksLikePhone(phone)
  const name = (isPhone ? [...rest.slice(0, first), ...rest.slice(last)] : rest).join(' ')
  return {
    name: at >= 0 ? named(name.replace(/^"(.*)"$/, '$1')) : name,
    email: at >= 0 ? bare(words[at] ?? '') : '',
    phone: isPhone ? phone : '',
    staffNumber: '',
    group: '',
  }
}
