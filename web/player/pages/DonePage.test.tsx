// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DonePage } from './DonePage.tsx'

afterEach(cleanup)

const done = (count: number, inTime: string[] = []) =>
  render(
    <DonePage
      person="Ayşe"
      client="Anadolu Gıda"
      receipt="TRZ-1"
      at="2026-11-20T10:00:00Z"
      timeZone="Europe/Istanbul"
      next={undefined}
      late={{ count, inTime }}
    />,
  )

it('says beside the receipt that answers came after the limit, and nothing where none did', () => {
  done(0)
  expect(screen.queryByText('player:done.late')).toBeNull()
  cleanup()
  done(2)
  screen.getByText('player:done.late')
  cleanup()
  done(2, ['2026-11-20T09:58:00Z', '2026-11-20T09:59:00Z'])
  screen.getByText('player:done.late player:done.lateInTime')
})
