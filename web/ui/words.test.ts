import { describe, expect, it } from 'vitest'
import { isFlagged } from './form/fieldProps.tsx'
import { parseDay } from './form/parseDay.ts'
import { initials, organisationInitials, tintOf } from './text/initials.ts'

describe('initials', () => {
  it('are Turkish capitals of the first and the last name', () => {
    expect(initials('ismail çağlar')).toBe('İÇ')
    expect(initials('Ömer Faruk Büyükçavuşoğlu')).toBe('ÖB')
    expect(initials('  Işık ')).toBe('I')
    expect(initials('')).toBe('')
  })
  it('of an organisation are those of its first two words', () => {
    expect(organisationInitials('Anadolu Gıda A.Ş.')).toBe('AG')
  })
  it('have the same tint wherever a name is shown', () => {
    expect(tintOf('Hatice Karaağaç')).toBe(tintOf('Hatice Karaağaç'))
    expect(tintOf('')).toBeLessThan(5)
  })
})

describe('a typed day', () => {
  it.each([
    ['26.11.2026', '2026-11-26'],
    ['6/1/26', '2026-01-06'],
    ['2026-11-26', '2026-11-26'],
  ])('%s is read', (text, day) => {
    expect(parseDay(text)).toBe(day)
  })
  it.each(['31.02.2026', '26.13.2026', 'yarın', '', '1.1'])('%j is none', (text) => {
    expect(parseDay(text)).toBeNull()
  })
})

describe('a field', () => {
  it('is shown as invalid only when touched with an error, or flagged', () => {
    expect(isFlagged({ touched: true, error: 'x' })).toBe(true)
    expect(isFlagged({ touched: false, error: 'x' })).toBe(false)
    expect(isFlagged({ touched: true })).toBe(false)
    expect(isFlagged({ touched: false, invalid: true })).toBe(true)
  })
})
