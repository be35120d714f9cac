// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import { makeRequest } from '#contract/requests.ts'
import { exampleUser } from '#test/support/client.ts'
import { bodyOf, problem, serveCalls } from '#test/support/serve-calls.ts'
import { storeSession } from '../device/slices.ts'
import { keepWords, setLocale } from '../words.ts'
import { ConsentsPage } from './ConsentsPage.tsx'

const id = '0198e0c0-0000-7000-8000-000000000001'
const read = {
  assignmentId: id,
  client: { id, name: 'Anadolu Gıda A.Ş.', timeZone: 'Pacific/Auckland' },
  inventory: { code: 'SCL90', name: 'SCL-90' },
  notice: { id: 'information', version: 2, kind: 'information', title: 'Bilgileriniz', text: 'Adınız.' },
  locale: 'tr',
  textHash: 'a'.repeat(64),
  acceptedAt: '2026-11-20T10:00:00Z',
  device: 'phone',
  deviceAcceptedAt: null,
  channel: 'link',
  withdrawnAt: null,
  withdrawal: null,
}
const given = {
  ...read,
  notice: { id: 'consent', version: 2, kind: 'explicit_consent', title: 'Açık rıza metni', text: 'Rıza.' },
  withdrawal: { scales: [] as string[], held: false },
}
let withdrawnAt: string | null
let withdrawal: typeof given.withdrawal
let refusal: Response | undefined
let proved: boolean
const arrived = serveCalls(({ entry, query, headers }) => {
  if (entry === withdrawConsent) {
    if (refusal) return refusal
    withdrawnAt = '2026-11-26T10:00:00Z'
    return new Response(null, { status: 204 })
  }
  if (entry === makeRequest) return Response.json(made, { status: 201 })
  if (entry === confirmIdentity) {
    proved = true
    return Response.json({ provedUntil: '2026-11-26T10:30:00Z' })
  }
  if (entry === askForCode) return Response.json({ contact: 'a•••@d•••' }, { status: 202 })
  if (!proved) return problem('identity_needed')
  const inventory = {
    ...read.inventory,
    name: headers.get('accept-language') === 'en' ? 'Symptoms' : 'Belirtiler',
  }
  const second = query.get('page') === '2'
  const results = second
    ? [{ ...read, inventory, assignmentId: id.replace(/1$/, '2') }]
    : [
        { ...given, inventory, withdrawnAt, withdrawal },
        { ...read, inventory },
      ]
  return Response.json({
    count: 3,
    next: second ? null : '/api/participant/consents/?page=2',
    previous: null,
    results,
  })
})
const made = { id, dueAt: '2026-12-26T12:00:00Z', timeZone: read.client.timeZone }
const withdrawals = () => arrived.filter(({ entry }) => entry === withdrawConsent)

beforeEach(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  withdrawnAt = null
  withdrawal = given.withdrawal
  refusal = undefined
  proved = true
  history.replaceState(null, '', '/participant/consents')
  storeSession('ses_1', exampleUser)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('shows each text as it was shown, and offers to withdraw only what was agreed to', async () => {
  render(<ConsentsPage />)
  const cards = await screen.findAllByRole('listitem')
  const [consent, information] = cards.map((card) => within(card))
  expect(information?.queryByRole('button', { name: 'consents:withdraw' })).toBeNull()
  consent?.getByRole('button', { name: 'consents:withdraw' })
  expect(screen.queryByText('Rıza.')).toBeNull()
  fireEvent.click(within(cards[0] ?? document.body).getByRole('button', { name: 'consents:show' }))
  screen.getByText('Rıza.')
  await press('consents:more')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(arrived.every(({ entry }) => entry === listOwnConsents)).toBe(true)
})

it('tells moments and deadlines by the clock of the organisation', async () => {
  const words = { read: 'read {{time}}', object: { answer: 'answer by {{day}}' } }
  keepWords('consents', { tr: words, en: words })
  try {
    render(<ConsentsPage />)
    await screen.findByText('read 20.11.2026 23:00')
    await press('consents:object.open')
    await press('consents:object.send')
    await screen.findByText('answer by 27.12.2026')
  } finally {
    keepWords('consents', { tr: {}, en: {} })
  }
})

it('names a test in the language of the page, also after a switch', async () => {
  const words = { ask: { erased: 'erased: {{test}}', stay: 'stay' }, withdraw: 'withdraw' }
  keepWords('consents', { tr: words, en: words })
  keepWords('player', { tr: {}, en: {} })
  try {
    render(<ConsentsPage />)
    await press('withdraw')
    screen.getByText('erased: Belirtiler')
    await press('stay')
    await press('English')
    await screen.findAllByText(/^Symptoms/)
    await press('withdraw')
    screen.getByText('erased: Symptoms')
  } finally {
    await setLocale('tr')
    keepWords('consents', { tr: {}, en: {} })
  }
})

it('asks once more before it withdraws, and then says so', async () => {
  render(<ConsentsPage />)
  await press('consents:withdraw')
  expect(withdrawals()).toEqual([])
  await press('consents:ask.stay')
  await press('consents:withdraw')
  await press('consents:ask.confirm')
  await screen.findByText('consents:done')
  await screen.findByText('consents:withdrawn')
  expect(screen.queryByRole('button', { name: 'consents:withdraw' })).toBeNull()
  expect(withdrawals().map(({ params }) => params)).toEqual([{ assignmentId: id }])
})

it('says what is erased: the whole test, or only the scales that the consent is for', async () => {
  render(<ConsentsPage />)
  await press('consents:withdraw')
  screen.getByText('consents:ask.erased')
  screen.getByText('consents:ask.final')
  cleanup()
  withdrawal = { scales: ['Dayanıklılık'], held: false }
  render(<ConsentsPage />)
  await press('consents:withdraw')
  screen.getByText('consents:ask.erasedScales')
  // The client does not see that somebody withdrew the consent for a part.
  screen.getByText('consents:ask.finalScales')
  expect(screen.queryByText('consents:ask.erased')).toBeNull()
})

it('says under a legal hold that it is hidden, before and after, and not that it is erased', async () => {
  withdrawal = { scales: ['Dayanıklılık'], held: true }
  render(<ConsentsPage />)
  await press('consents:withdraw')
  screen.getByText('consents:ask.hiddenScales')
  cleanup()
  withdrawal = { scales: [], held: true }
  render(<ConsentsPage />)
  await press('consents:withdraw')
  screen.getByText('consents:ask.hidden')
  await press('consents:ask.confirm')
  await screen.findByText('consents:doneHeld')
  expect(screen.queryByText('consents:done')).toBeNull()
})

it('says that something rests on no consent, and offers to object instead', async () => {
  refusal = problem('no_consent')
  render(<ConsentsPage />)
  await press('consents:withdraw')
  await press('consents:ask.confirm')
  await screen.findByText('No.')
  const dialog = within(screen.getByRole('dialog', { hidden: true }))
  dialog.getByRole('button', { name: 'consents:ask.confirm' })
  fireEvent.click(dialog.getByRole('button', { name: 'consents:object.open' }))
  screen.getByText('consents:object.title')
})

it('sends an objection to what was only read', async () => {
  render(<ConsentsPage />)
  await press('consents:object.open')
  const reason = { target: { value: ' Sorular işle ilgili değil ' } }
  fireEvent.change(screen.getByLabelText('consents:object.message'), reason)
  await press('consents:object.send')
  await screen.findByText('consents:object.answer')
  const sent = arrived.flatMap((call) => (call.entry === makeRequest ? [bodyOf(makeRequest, call)] : []))
  const about = { kind: 'objection', clientId: id, assignmentId: id }
  expect(sent).toEqual([{ ...about, message: 'Sorular işle ilgili değil' }])
  await press('consents:object.close')
  expect(screen.queryByText('consents:object.sent')).toBeNull()
})

it('asks about the consent that an address names, and withdraws nothing by being opened', async () => {
  history.replaceState(null, '', `/participant/consents?withdraw=${id}`)
  render(<ConsentsPage />)
  await screen.findByText('consents:ask.title')
  expect(withdrawals()).toEqual([])
  await press('consents:ask.stay')
  expect(screen.queryByText('consents:ask.title')).toBeNull()
})

it('asks for a code first where the session is nobody’s that is known', async () => {
  proved = false
  render(<ConsentsPage />)
  await press('my-data:sendCode')
  fireEvent.change(await screen.findByLabelText('my-data:code'), { target: { value: '123456' } })
  await press('my-data:codeSubmit')
  await screen.findByRole('button', { name: 'consents:withdraw' })
})
