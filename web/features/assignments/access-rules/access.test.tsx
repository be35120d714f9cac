// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Assignment } from '#contract/assignments.ts'
import { findOtherNames } from '#contract/people.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import access from '../../../../locales/en/access.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { AccessMarks } from './AccessMarks.tsx'
import { CoolDownCard } from './CoolDownCard.tsx'
import { OpeningDialog } from './OpeningDialog.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { TermsPart } from './TermsPart.tsx'
import { TestDayMark } from './TestDayMark.tsx'
import { noTerms, sentTerms } from './terms.ts'

const id = '01900000-0000-7000-8000-000000000001'
const inventory = { id, code: 'MYT', name: 'Work profile' }
const assignment = { ...exampleAssignment, inventory }
let answer: (method: string) => Response = () => Response.json(assignment)
let otherNames: { row: number; name: string }[] = []
const arrived = serveCalls(({ entry, method }) =>
  entry === findOtherNames ? Response.json(otherNames) : answer(method),
)
const sent = (name: string) => arrived.filter((call) => call.name === name).map(({ body }) => body)

beforeEach(async () => {
  answer = () => Response.json(assignment)
  otherNames = []
  await startWords()
  i18next.addResourceBundle('en', 'access', access)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  clearSession()
})

const open = (what: ReactNode) =>
  draw(<QueryClientProvider client={new QueryClient()}>{what}</QueryClientProvider>)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('opening and order of an invitation', () => {
  const tests = [
    { id: 'a', name: 'First test' },
    { id: 'b', name: 'Second test' },
  ]
  let chosen: object = {}
  function Part({ dueDate = null }: { dueDate?: string | null }) {
    const [value, setValue] = useState(noTerms)
    const [order, setOrder] = useState(tests.map((one) => one.id))
    chosen = { order, ...sentTerms(value, tests.length) }
    return (
      <TermsPart
        value={value}
        onChange={setValue}
        onUnreadable={() => undefined}
        dueDate={dueDate}
        chosen={order}
        offers={tests}
        onOrder={setOrder}
      />
    )
  }

  it('sends nothing where nothing was chosen', async () => {
    await open(<Part />)
    expect(chosen).toEqual({ order: ['a', 'b'] })
  })

  it('orders the tests with a break between them', async () => {
    await open(<Part />)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Take the tests in this order', hidden: true }))
    fireEvent.click(screen.getByRole('button', { name: 'Move Second test up', hidden: true }))
    type(/^Break between/, '15')
    expect(chosen).toEqual({ order: ['b', 'a'], inOrder: { pauseMinutes: 15 } })
    type(/^Break between/, 'long')
    screen.getByText('Enter a whole number of minutes, at most a week.')
  })

  it('doesn’t open after the last day', async () => {
    await open(<Part dueDate="2998-12-01" />)
    type(/^Opening day/, '02.12.2998')
    screen.getByText('Choose an opening day that isn’t after the due date.')
    type(/^Opening day/, '01.12.2998')
    expect(chosen).toMatchObject({ opensAt: '2998-12-01T09:00' })
  })
})

describe('one assignment', () => {
  it('shows its opening by the clock of the client, and its place', async () => {
    const words = async (change: Partial<Assignment>) => {
      cleanup()
      await open(<AccessMarks assignment={{ ...assignment, ...change }} timeZone="Europe/Istanbul" />)
      return document.body.textContent
    }
    const opensAt = '2998-12-01T06:00:00Z'
    expect(await words({ opensAt })).toContain('Opens 1 Dec 2998, 09:00')
    expect(await words({ inOrder: { place: 2, pauseMinutes: 5 } })).toContain('No. 2 in order')
    expect(await words({ opensAt, startedAt: '2026-11-20T10:00:00Z' })).not.toContain('Opens')
    expect(await words({ opensAt: '2026-01-01T06:00:00Z' })).not.toContain('Opens')
  })

  it('names the test day that it belongs to', async () => {
    const testDay = { id: assignment.id, place: 'Kapı 2', day: '2026-11-26' }
    await open(
      <MemoryRouter>
        <TestDayMark assignment={{ testDay }} />
      </MemoryRouter>,
    )
    expect(
      screen.getByRole('link', { name: 'Test day: Kapı 2, 26 Nov 2026' }).getAttribute('href'),
    ).toContain(assignment.id)
  })

  it('gets another opening, or none', async () => {
    const onClose = vi.fn()
    const opensAt = '2998-12-01T06:00:00Z'
    await open(
      <OpeningDialog assignment={{ ...assignment, opensAt }} timeZone="Europe/Istanbul" onClose={onClose} />,
    )
    type(/^Hour/, '10:15')
    press('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent('changeOpening')).toEqual([{ opensAt: '2998-12-01T10:15' }])
  })
})

describe('replacing a person', () => {
  const dialog = async () => {
    const onClose = vi.fn()
    await open(<ReplaceDialog clientId={id} name="Ayşe Demir" assignments={[assignment]} onClose={onClose} />)
    return onClose
  }
  const done = (url: string | null) =>
    Response.json({
      userId: id,
      membershipId: id,
      tests: 1,
      link: url === null ? null : { url, expiresAt: '2998-12-01T06:00:00Z' },
    })

  it('asks who gets the tests, and how to reach them', async () => {
    const onClose = await dialog()
    screen.getByText('Work profile')
    press('Replace person')
    screen.getByText('Enter a name of at least 2 characters')
    screen.getByText('Enter an email, a phone number or a staff number')
    type('Name of the other person', 'Can Ak')
    type(/^Email/, 'can@x.test')
    answer = () => done(null)
    press('Replace person')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const person = { name: 'Can Ak', email: 'can@x.test' }
    expect(sent('replacePerson')).toEqual([{ assignmentIds: [id], person }])
  })

  it('asks first where the other person is registered under another name', async () => {
    const onClose = await dialog()
    otherNames = [{ row: 0, name: 'Veli Kaya' }]
    type('Name of the other person', 'Can Ak')
    type(/^Email/, 'can@x.test')
    answer = () => done(null)
    press('Replace person')
    await screen.findByText(/registered as Veli Kaya/)
    expect(sent('replacePerson')).toEqual([])
    press('Same person, go on')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent('replacePerson')).toHaveLength(1)
  })

  it('says why it was refused, and shows the link of who has no address', async () => {
    const onClose = await dialog()
    type('Name of the other person', 'Can Ak')
    type(/^Staff number/, 'S-1')
    answer = () => problem('assignment_started')
    press('Replace person')
    await screen.findByText('Couldn’t replace the person')
    answer = () => done('https://terazi.test/magic-link/a/b')
    press('Replace person')
    await screen.findByText('https://terazi.test/magic-link/a/b')
    expect(onClose).not.toHaveBeenCalled()
    press('Done')
    expect(onClose).toHaveBeenCalled()
  })
})

it('the days before a test is given again are saved, and cleared', async () => {
  answer = () => Response.json([{ inventory, days: 30 }])
  await open(<CoolDownCard clientId={id} />)
  const days = await screen.findByLabelText<HTMLInputElement>(/^Days for Work profile/)
  expect(days.value).toBe('30')
  const save = () => press('Save the days for Work profile')
  fireEvent.change(days, { target: { value: 'many' } })
  save()
  await screen.findByText('Enter a whole number of days up to 3650.')
  fireEvent.change(days, { target: { value: '' } })
  answer = (method) =>
    Response.json(method === 'GET' ? [{ inventory, days: null }] : { inventory, days: null })
  save()
  await waitFor(() => expect(sent('setCoolDown')).toEqual([{ days: null }]))
})
