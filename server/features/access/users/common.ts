import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'

// SOURCES.md has the origin of both lists.
const ranking = dictionary['passwords-common']
const turkish = readFileSync(new URL('./turkish-words.txt', import.meta.url), 'utf8').split(/\s+/)

/** The ranking as it is, in lower case. */
const listed = new Set(ranking.map(fold))
/** Words that people dress up: the ranking's entries of letters alone, and Turkish words, which it hardly knows. */
const words = new Set([...ranking.filter((entry) => /^[a-z]{3,}$/i.test(entry)).map(fold), ...turkish])

// Along a row, down the columns, through the alphabet; each forwards and backwards.
const walks = [
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'qwertzuiop',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '2468013579',
  '!@#$%^&*()',
].flatMap((row) => [row, [...row].reverse().join('')])

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Lower case without accents, all four Turkish i's as one, wide and narrow forms alike. */
export function fold(password: string): string {
  return password.replace(/[Iİı]/g, 'i').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * True for one of the commonest passwords, or a usual way to dress one up. Of those longer than 24 characters only
 * listed ones count.
 */
export function isCommon(password: string): boolean {
  const folded = fold(password)
  if (listed.has(folded)) return true
  if (folded.length > 24) return false
  return (
    isDressedWord(folded) ||
    isWalk(folded) ||
    // One in two characters each along a walk of its own: 1q2w3e4r5t, 1029384756.
    (isWalk(every(folded, 0)) && isWalk(every(folded, 1))) ||
    isRepeated(folded) ||
    new Set(folded).size <= 3 ||
    /^\d{1,12}$/.test(folded)
  )
}

/** A word with up to six other characters around it, or with steps along the keyboard. */
function isDressedWord(folded: string): boolean {
  const core = folded.replace(/^[^a-z]+/, '').replace(/(?<![^a-z])[^a-z]+$/, '')
  const rest = folded.length - core.length
  const dressed = rest <= 6 || isWalk(folded.replace(core, ''))
  return dressed && [core, folded, folded.replace(/(?<![\d.])[\d.]+$/, '')].some(isWord)
}

function isWord(text: string): boolean {
  const plain = [...text]
    .map((sign) => letters[sign] ?? sign)
    .join('')
    .replace(/[^a-z]/g, '')
  return words.has(text.replace(/[^a-z]/g, '')) || words.has(plain) || words.has(plain.replaceAll('i', 'l'))
}

const every = (text: string, from: 0 | 1) => [...text].filter((_, at) => at % 2 === from).join('')

/** Runs of three or more along a walk or of one character, with at most two characters left over. */
function isWalk(text: string): boolean {
  if (text.length < 4) return false
  let left = 0
  for (let at = 0; at < text.length; ) {
    const run = runFrom(text, at)
    if (run < 3) left += 1
    at += run < 3 ? 1 : run
  }
  return left <= Math.min(2, Math.floor(text.length / 5))
}

function runFrom(text: string, at: number): number {
  let longest = 1
  for (let end = at + 2; end <= text.length; end += 1) {
    const piece = text.slice(at, end)
    if (!walks.some((walk) => walk.includes(piece)) && new Set(piece).size > 1) break
    longest = end - at
  }
  return longest
}

/** The same piece again and again: abcabcabc, lovelovelove; with a digit or two after it. */
function isRepeated(folded: string): boolean {
  const [, piece = ''] = /^(.{1,12}?)\1+\d{0,2}$/s.exec(folded) ?? []
  if (piece.length > 0 && piece.length <= 4) return true
  return piece !== '' && (isWord(piece) || isWalk(piece))
}
