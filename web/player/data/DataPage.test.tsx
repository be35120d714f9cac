// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import { type OwnData, updateOwnProfile } from '#contract/own-data.ts'
import { listOwnRequests, makeRequest } from '#contract/requests.ts'
import { bodyOf, problem, serveCalls } from '#test/support/serve-calls.ts'
import { DataPage } from './DataPage.tsx'

const id = '0198a2b4-0000-7000-8000-000000000001'
const at = '2026-11-02T09:00:00.000Z'
const test: OwnData['clients'][number]['tests'][number] = {
  id,
  inventory: { code: 'SCL90', name: 'SCL-90', version: 3 },
  sensitive: true,
  description: '',
  status: 'completed',
  endReason: null,
  locale: 'tr',
  createdAt: at,
  opensAt: null,
  dueDate: null,
  startedAt: at,
  endedAt: at,
  erasedAt: null,
  accommodations: noAccommodations,
  testDay: null,
  restrictedAt: null,
  order: null,
  keptAttempts: [],
  ground: 'Açık rıza',
  keptMonths: 6,
  keptUntil: at,
  scalesKeptUntil: null,
  notAsked: [],
  answers: [],
  result: null,
  feedback: null,
  conduct: null,
  notes: [],
  reminders: [],
  notices: [
    {
      id: 'consent',
      version: 2,
      kind: 'explicit_consent',
      title: 'Açık rıza metni',
      text: 'Rıza.',
      locale: 'tr',
      textHash: '',
      device: 'phone',
      channel: 'link',
      acceptedAt: at,
      deviceAcceptedAt: null,
      withdrawnAt: null,
    },
  ],
  readings: [{ at, reader: 'Gül Demir', exported: false, byLink: false }],
  shares: [],
}
const data: OwnData = {
  madeAt: at,
  account: {
    id,
    name: 'Ada Deniz',
    email: 'ada@deniz.test',
    emailVerified: true,
    phone: '',
    picture: null,
    pendingEmail: null,
    secondFactorAt: null,
    locale: 'tr',
    timeZone: 'Europe/Istanbul',
    createdAt: at,
    hasPassword: false,
  },
  clients: [
    {
      client: { id, name: 'Anadolu Gıda A.Ş.', email: '', phone: '', timeZone: 'Europe/Istanbul' },
      role: 'candidate',
      name: 'Ada Deniz',
      email: 'ada@is.test',
      phone: '0532 111 22 33',
      staffNumber: '',
      group: '',
      joinedAt: at,
      removedAt: null,
      heldAt: null,
      heldReason: '',
      ground: 'Başvurdunuz.',
      keptUntil: at,
      decisions: [],
      tests: [test],
      registrations: [],
      requests: [],
    },
  ],
  sessions: [],
  devices: [],
  links: [],
  mails: [],
  record: [],
}
let proved: boolean
let held: OwnData
let contact: boolean
const arrived = serveCalls(({ entry }) => {
  if (entry === askForCode) return Response.json({ contact: 'a•••@d•••' }, { status: 202 })
  if (entry === confirmIdentity) {
    proved = true
    return Response.json({ provedUntil: at })
  }
  if (entry === updateOwnProfile)
    return Response.json({ name: 'Ada Su', email: 'ada@deniz.test', phone: '', pendingEmail: null })
  if (entry === listOwnRequests) return Response.json({ count: 0, next: null, previous: null, results: [] })
  if (entry === makeRequest)
    return Response.json({ id, dueAt: at, timeZone: 'Europe/Istanbul' }, { status: 201 })
  return proved ? Response.json(held) : problem('identity_needed', { provedContact: contact })
})

beforeEach(() => {
  proved = false
  held = data
  contact = true
  const state = {
    signedIn: true,
    token: 'ses_x',
    user: { id, name: 'Ada', authority: ['participant'], invitation: true },
  }
  localStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
})
afterEach(cleanup)

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('asks for a code first, then shows what is held, and corrects name and phone', async () => {
  render(<DataPage />)
  await press('my-data:sendCode')
  const code = await screen.findByLabelText('my-data:code')
  await press('my-data:codeSubmit')
  await screen.findByText('my-data:codeShort')
  fireEvent.change(code, { target: { value: '123 456' } })
  await press('my-data:codeSubmit')
  await screen.findByRole('heading', { name: 'Anadolu Gıda A.Ş.' })
  screen.getByText('Başvurdunuz.')
  screen.getByRole('button', { name: 'my-data:pdf' })
  await press('my-data:correct')
  expect(screen.getByLabelText('my-data:field.phone')).toHaveProperty('value', '0532 111 22 33')
  fireEvent.change(screen.getByLabelText('my-data:field.name'), { target: { value: 'Ada Su' } })
  await press('my-data:save')
  await screen.findByRole('button', { name: 'my-data:correct', expanded: false })
  const sent = arrived.flatMap((call) =>
    call.entry === confirmIdentity || call.entry === updateOwnProfile ? [call.body] : [],
  )
  expect(sent).toEqual([{ code: '123456' }, { name: 'Ada Su' }])
})

it('says what a second tablet has kept, why a legal hold keeps it, and that a picture is there', async () => {
  proved = true
  const [organisation] = data.clients
  if (organisation === undefined) throw new Error('there is no organisation')
  const tablet = { name: 'Tablet 2', room: '' }
  const kept = { tablet, startedAt: at, receivedAt: at, submitted: true, answers: [] }
  const tests = [{ ...test, keptUntil: null, keptAttempts: [kept] }]
  held = {
    ...data,
    account: { ...data.account, picture: 'data:image/webp;base64,' },
    clients: [{ ...organisation, heldAt: at, heldReason: 'İş mahkemesi 2026/114', tests }],
  }
  render(<DataPage />)
  await screen.findByText('my-data:keptFrom')
  // The retention date is shown once for name and contact, and once for the test.
  expect(screen.getAllByText('my-data:held')).toHaveLength(2)
  screen.getByText('İş mahkemesi 2026/114')
  screen.getByText('my-data:pictureThere')
})

it('says what an organisation decided about the person, with and without a note', async () => {
  proved = true
  const decisions = [
    { at, decision: 'shortlisted' as const, note: '' },
    { at, decision: 'declined' as const, note: 'Gece çalışmak istemiyor' },
  ]
  held = { ...data, clients: data.clients.map((one) => ({ ...one, decisions })) }
  render(<DataPage />)
  await screen.findByText('my-data:decisions')
  screen.getByText('my-data:decidedOn')
  screen.getByText('my-data:decidedNote')
})

it('leads to withdrawing the consent for a test, and says who read its report', async () => {
  proved = true
  render(<DataPage />)
  await screen.findByText('my-data:reading')
  await press('my-data:withdraw')
  expect(window.location.pathname + window.location.search).toBe(`/participant/consents?withdraw=${id}`)
})

it('says what was erased and why, and nothing of what is gone', async () => {
  proved = true
  const erased = { ...test, erasedAt: at }
  const withdrawn = { ...erased, id: `${id.slice(0, -1)}2`, endReason: 'consent_withdrawn', readings: [] }
  held = { ...data, clients: data.clients.map((one) => ({ ...one, tests: [erased, withdrawn] })) }
  render(<DataPage />)
  await screen.findByText('my-data:erased')
  screen.getByText('my-data:withdrawn')
  screen.getByText('my-data:reading')
  expect(screen.queryByText('my-data:answers')).toBeNull()
  expect(screen.queryByRole('button', { name: 'my-data:withdraw' })).toBeNull()
})

it('says of name and contact without an end what keeps them: a test that is here, or belonging', async () => {
  proved = true
  const [one] = data.clients
  if (one === undefined) throw new Error('no client')
  const endless = { ...one, keptUntil: null }
  held = { ...data, clients: [endless, { ...endless, role: 'employee' }] }
  render(<DataPage />)
  await screen.findByText('my-data:whileTest')
  screen.getByText('my-data:whileMember')
})

it('says that a test runs, which consent was withdrawn, and which contact is held', async () => {
  proved = true
  const notices = test.notices.map((one) => ({ ...one, title: 'Ruh hâliniz', withdrawnAt: at }))
  const running = { ...test, status: 'pending' as const, endedAt: null, notices }
  held = { ...data, clients: data.clients.map((one) => ({ ...one, tests: [running] })) }
  render(<DataPage />)
  await screen.findByText('player:state.running')
  screen.getByText(/^Ruh hâliniz \(/)
  screen.getByText('ada@deniz.test')
  expect(screen.queryByText('my-data:statusOf.pending')).toBeNull()
})

it('says that no code can be sent where no address was confirmed, and leads to a request', async () => {
  contact = false
  render(<DataPage />)
  await screen.findByText('my-data:noCode')
  expect(screen.queryByRole('button', { name: 'my-data:sendCode' })).toBeNull()
  fireEvent.change(screen.getByLabelText('my-data:request.kind'), { target: { value: 'erasure' } })
  fireEvent.change(screen.getByLabelText('my-data:request.message'), { target: { value: ' Silin ' } })
  await press('my-data:request.send')
  await screen.findByText('my-data:request.sent')
  const sent = arrived.flatMap((call) => (call.entry === makeRequest ? [bodyOf(makeRequest, call)] : []))
  expect(sent).toEqual([{ kind: 'erasure', message: 'Silin' }])
})
