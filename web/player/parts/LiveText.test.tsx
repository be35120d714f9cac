// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { translate } from '#test/support/translator.ts'
import { openedState } from '../attempt/liveState.ts'
import { TakingHeader } from '../taking/TakingHeader.tsx'
import { t } from '../words.ts'
import { SaveLine } from './SaveLine.tsx'

afterEach(cleanup)

it('goes on with clock, counter and saving after a translator has replaced their texts', () => {
  const at = '2026-11-20T10:00:00Z'
  const answers = { q1: { value: 'a', seq: 1, epoch: 1, at, state: 'stored' as const } }
  const state = openedState({ ...begunAttempt, progress: { ...begunAttempt.progress, answers } })
  const screenOf = (seconds: number, n: number, storageFailed: boolean) => (
    <>
      <TakingHeader
        name="AYT"
        limit={{ seconds, warning: undefined, whole: true, length: 600, deadline: '' }}
        count={{ n, total: 9 }}
      />
      <SaveLine state={{ ...state, storageFailed }} />
    </>
  )
  const { rerender, container } = render(screenOf(125, 1, false))
  screen.getByText('02:05')
  translate(container)
  screen.getByText('«02:05»')
  rerender(screenOf(124, 2, true))
  screen.getByText('02:04')
  screen.getByText('2 / 9')
  screen.getByText(t('player-taking:save.savedOnly'))
  expect(container.textContent).not.toContain('02:05')
  expect(container.textContent).not.toContain('1 / 9')
})
