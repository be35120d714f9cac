// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWords } from '../testRender.tsx'
import { Alert, alertType } from './Alert.tsx'

beforeAll(startWords)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const phase = () => screen.queryByRole('status')?.dataset.phase

describe('an alert that confirms', () => {
  it('is shown for 3 s, fades, and is gone 400 ms later', async () => {
    const gone = vi.fn()
    render(
      <Alert type="success" onClose={gone}>
        Saved
      </Alert>,
    )
    await pass(2999)
    expect(phase()).toBe('shown')
    await pass(1)
    expect(phase()).toBe('hiding')
    await pass(399)
    expect(gone).not.toHaveBeenCalled()
    await pass(1)
    expect(phase()).toBeUndefined()
    expect(gone).toHaveBeenCalledTimes(1)
  })

  it('takes another duration', async () => {
    render(
      <Alert type="info" duration={500}>
        Saved
      </Alert>,
    )
    await pass(500)
    expect(phase()).toBe('hiding')
  })
})

it.each([0, -1])('stays with a duration of %i until it is closed', async (duration) => {
  render(
    <Alert type="warning" duration={duration} closable>
      Quota is low
    </Alert>,
  )
  await pass(60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await pass(400)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes an unknown type for a warning', () => {
  expect(alertType('danger')).toBe('danger')
  expect(alertType('catastrophe')).toBe('warning')
  expect(alertType('toString')).toBe('warning')
})
