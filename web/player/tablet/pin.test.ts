// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { changeLock, isPin, pauseLeft, pauseOf, readLock, tryPin, verifierOf } from './pin.ts'

beforeEach(() => localStorage.clear())

const never = async () => false

describe('a PIN', () => {
  it('is known again by a verifier that differs each time and does not contain it', async () => {
    const [one, other] = [await verifierOf('482913'), await verifierOf('482913')]
    expect(one.iterations).toBe(310_000)
    expect(one.hash).not.toEqual(other.hash)
    expect([await isPin('482913', one), await isPin('482914', one)]).toEqual([true, false])
  })

  it('is paused for after five wrong ones, ever longer up to ten minutes', () => {
    const minutes = [1, 4, 5, 6, 7, 9, 10, 60].map((wrong) => pauseOf(wrong) / 60_000)
    expect(minutes).toEqual([0, 0, 0.5, 1, 2, 8, 10, 10])
  })

  it('counts each try, also across a reload, until the right one', async () => {
    const verifier = await verifierOf('482913')
    for (let wrong = 1; wrong < 5; wrong += 1) expect(await tryPin('000000', verifier, never)).toBe('wrong')
    expect(await tryPin('000000', verifier, never)).toBe('paused')
    // All of it is read from the device.
    expect(readLock().wrong).toBe(5)
    expect(pauseLeft(readLock())).toBeGreaterThan(25_000)
    expect(await tryPin('482913', verifier, never)).toBe('paused')
    changeLock({ until: 0 })
    expect(await tryPin('482913', verifier, never)).toBe('right')
    expect(readLock()).toMatchObject({ wrong: 0, until: 0 })
  })

  it('that the device does not know is right where the server says so', async () => {
    const verifier = await verifierOf('482913')
    const asked: string[] = []
    const ask = async (pin: string) => {
      asked.push(pin)
      return true
    }
    expect(await tryPin('555555', verifier, ask)).toBe('right')
    expect(await tryPin('482913', verifier, ask)).toBe('right')
    expect(asked).toEqual(['555555'])
  })

  it('is not paused for longer because somebody sets the date back', () => {
    expect(pauseLeft({ locked: true, inTest: '', wrong: 5, until: 9e15 }, 0)).toBe(600_000)
  })
})
