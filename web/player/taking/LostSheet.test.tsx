// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { openedState } from '../attempt/liveState.ts'
import { stepsOf } from '../attempt/steps.ts'
import { t } from '../words.ts'
import { LostSheet } from './LostSheet.tsx'

beforeAll(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(cleanup)

const items = stepsOf(begunAttempt.head.form).flatMap((step) => (step.kind === 'item' ? [step] : []))
const sheet = (...lost: string[]) => (
  <LostSheet
    state={openedState({ ...begunAttempt, progress: { ...begunAttempt.progress, lost } })}
    items={items}
  />
)
const said = (count: number, numbers: string) => t('player-item:lost.text', { count, numbers })
const close = () => fireEvent.click(screen.getByText(t('player:button.continue')))

it('says which answers another device has replaced, once, and again when there are more', () => {
  const { rerender } = render(sheet())
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(sheet('q3', 'q1'))
  screen.getByText(said(2, '1, 3'))
  close()
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(sheet('q3', 'q1'))
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(sheet('q3', 'q1', 'q2'))
  screen.getByText(said(3, '1, 2, 3'))
})
