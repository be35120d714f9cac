import { expect, it } from 'vitest'
import { caretIn, retyped, shown } from './slipCodeField.ts'

const code = '7KQ4M0XW2HVZ9B3NDG8PT5RYJ1AC'
const paper = '7KQ4 M0XW 2HVZ 9B3N\nDG8P T5RY J1AC'

/** Types key after key at the caret, as a browser does, and says what the field shows in the end, with its caret. */
function typeKeys(keys: string, from = '', at = from.length) {
  let typed = retyped('', { value: from, caret: at }, 'insertFromPaste')
  for (const key of keys) {
    const [value, caret] = [shown(typed.code), caretIn(typed)]
    const backwards = key === '\b'
    // The browser itself removes the letter or space; at the field's beginning there is nothing to delete.
    const start = backwards ? Math.max(0, caret - 1) : caret
    const put = backwards ? '' : key
    const field = { value: value.slice(0, start) + put + value.slice(caret), caret: start + put.length }
    typed = retyped(typed.code, field, backwards ? 'deleteContentBackward' : 'insertText')
  }
  const text = shown(typed.code)
  return `${text.slice(0, caretIn(typed))}|${text.slice(caretIn(typed))}`
}

it('groups as one types, in two lines', () => {
  expect(typeKeys('7kq4')).toBe('7KQ4|')
  expect(typeKeys('7kq4m')).toBe('7KQ4 M|')
  expect(typeKeys('7kq4m0xw2hvz9b3nd')).toBe('7KQ4 M0XW 2HVZ 9B3N\nD|')
  expect(typeKeys(code.toLowerCase())).toBe(`${paper}|`)
  // Spaces and hyphens of the paper, and letters that look alike, are accepted.
  expect(typeKeys('7kq4 mo-xw')).toBe('7KQ4 M0XW|')
  expect(typeKeys('ilİı')).toBe('1111|')
})

it('takes a paste as a whole, and nothing beyond a code', () => {
  expect(typeKeys('', paper.toLowerCase())).toBe(`${paper}|`)
  expect(typeKeys('9', paper)).toBe(`${paper}|`)
  expect(typeKeys('ç?', '7KQ4')).toBe('7KQ4|')
})

it('keeps the caret where a letter is corrected', () => {
  expect(typeKeys('x', '7KQ4 M0XW', 2)).toBe('7KX|Q 4M0X W')
  expect(typeKeys('\b', '7KQ4 M0XW', 2)).toBe('7|Q4M 0XW')
  expect(typeKeys('\bz', '7KQ4 M0XW', 2)).toBe('7Z|Q4 M0XW')
  expect(typeKeys('?', '7KQ4 M0XW', 2)).toBe('7K|Q4 M0XW')
})

it('deletes the letter beside a space, which is added back automatically', () => {
  const at = { value: '7KQ4M0XW', caret: 4 }
  expect(retyped('7KQ4M0XW', at, 'deleteContentBackward')).toEqual({ code: '7KQM0XW', caret: 3 })
  expect(retyped('7KQ4M0XW', at, 'deleteContentForward')).toEqual({ code: '7KQ40XW', caret: 4 })
  expect(typeKeys('\b\b\b\b\b\b', '7KQ4 M')).toBe('|')
})
