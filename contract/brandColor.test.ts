import { expect, test } from 'vitest'
import { contrastOf, failingMode, nearestColor, textOn } from './brandColor.ts'

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
})

test('a colour fails in the mode in which it can’t be seen', () => {
  expect(['#4f46e5', '#0a7d55', '#0b1f3a', '#ffe08a', '#ffffff', '#000000'].map(failingMode)).toEqual([
    'dark',
    undefined,
    'dark',
    'light',
    'light',
    'dark',
  ])
})

test('the nearest colour works in both modes, with words on it at 4.5, for any colour', () => {
  for (let red = 0; red <= 255; red += 51)
    for (let green = 0; green <= 255; green += 51)
      for (let blue = 0; blue <= 255; blue += 51) {
        const asked = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        const nearest = nearestColor(asked)
        expect([asked, nearest, failingMode(nearest)]).toEqual([asked, nearest, undefined])
        expect(contrastOf(nearest, textOn(nearest))).toBeGreaterThanOrEqual(4.5)
      }
  // The hue is kept, so a dark blue stays blue.
  expect(nearestColor('#0b1f3a')).toMatch(/^#(3|4|5|6)/)
  expect(nearestColor('#0a7d55')).toBe('#0a7d55')
})
