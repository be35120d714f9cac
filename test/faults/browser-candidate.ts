import { type Browser, type CDPSession, errors, type Page, type Request } from 'playwright-core'
import { z } from 'zod'
import { phone } from '#test/support/browser.ts'
import { begin, type Person } from './candidate.ts'
import type { World } from './client.ts'

const answers = z.record(z.string(), z.object({ value: z.unknown(), seq: z.number() }))
const Sent = z.object({ epoch: z.number(), responses: answers })
const HandedIn = z.object({ epoch: z.number(), responses: answers }).partial()
const Saved = z.object({
  data: z.object({ saved: z.array(z.string()), late: z.array(z.string()) }),
  status: z.literal('success'),
})

interface PersonWithBrowser extends Person {
  /** The session's user, as the API answers it. */
  readonly user: unknown
}

interface BrowserWorld extends World {
  readonly browser: Browser
}

/**
 * The longest time for a page to do what a person asks of it, and until its test is there or handed in on a busy machine.
 */
const pressMs = 2_000
const patienceMs = 600_000

/**
 * One person after the other with a real browser on a phone, whose line is cut, slowed and flaps. The last one goes on until
 * all is calm.
 */
export async function takeInBrowser(
  people: readonly PersonWithBrowser[],
  world: BrowserWorld,
): Promise<void> {
  for (const [at, person] of people.entries()) {
    if (world.calm()) return
    const { token, assignmentId } = person
    const { attempt } = await begin(world, { token, assignmentId, by: 'browser' })
    const isLast = at === people.length - 1
    const answers = 40 + Math.floor(world.random() * 80)
    await takeTest({ ...person, attempt }, world, isLast ? Number.POSITIVE_INFINITY : answers)
  }
}

interface Own extends PersonWithBrowser {
  readonly attempt: string
}

const addressOf = ({ assignmentId }: Own, { url }: World) => `${url}/participant/assignments/${assignmentId}`

async function takeTest(own: Own, world: BrowserWorld, count: number): Promise<void> {
  const context = await world.browser.newContext({ ...phone, locale: 'en-GB' })
  const close = () => void context.close()
  world.signal.addEventListener('abort', close)
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const failed = listen(page, own, world)
    const walk = async () => {
      await prepare(page, own, world)
      await open(page, own, world)
      for (let number = 0; number < count && !world.calm(); number += 1) {
        await returnTo(page, addressOf(own, world))
        await answer(page, world.random)
        await trouble(page, network, own, world)
      }
      await repair(page, network)
      await handIn(page, own, world)
    }
    await Promise.race([walk(), failed])
  } catch (error) {
    world.signal.throwIfAborted()
    throw error
  } finally {
    world.signal.removeEventListener('abort', close)
    await context.close()
  }
}

/** Writes what the page sends, what the server says is stored, and errors of the page. @returns fails with the page */
function listen(page: Page, { attempt, assignmentId }: Own, { tell }: World): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const checked = (work: () => void) => {
    try {
      work()
    } catch (error) {
      reject(error)
    }
  }
  const sentBy = (request: Request) => Sent.parse(request.postDataJSON())
  const isSave = (request: Request) => request.url().endsWith('/save-responses/')
  page.on('crash', () => reject(new Error('the page crashed')))
  page.on('pageerror', (error) => tell({ what: 'failed', attempt, error: error.stack ?? error.message }))
  page.on('request', (request) =>
    checked(() => {
      if (isSave(request)) {
        const { epoch, responses } = sentBy(request)
        tell({ what: 'sent', attempt, epoch, answers: responses })
      }
      if (!request.url().endsWith('/submit/')) return
      tell({ what: 'asked', to: 'submit', assignment: assignmentId })
      if (request.postData() !== null) {
        const { epoch, responses } = HandedIn.parse(request.postDataJSON())
        if (epoch !== undefined && responses !== undefined)
          tell({ what: 'sent', attempt, epoch, answers: responses })
      }
    }),
  )
  const takeSaved = async (request: Request) => {
    const response = await request.response()
    if (response?.status() === 503) tell({ what: 'refused', attempt })
    if (response?.status() !== 200) return
    const { saved, late } = Saved.parse(await response.json()).data
    const { epoch, responses } = sentBy(request)
    const kept = Object.entries(responses).filter(([item]) => saved.includes(item))
    tell({ what: 'acknowledged', attempt, epoch, answers: Object.fromEntries(kept), late })
  }
  page.on('requestfinished', (request) => {
    if (isSave(request))
      takeSaved(request).catch((error: unknown) => {
        // A page that was reloaded meanwhile takes the answer with it: whether it was shown is unknown.
        if (!/closed|No resource|No data found|navigat/i.test(String(error))) reject(error)
      })
  })
  return promise
}

/** Signed in, on a phone whose clock is right, two hours fast or two hours slow. */
async function prepare(page: Page, { token, user, attempt }: Own, { random, tell }: World): Promise<void> {
  const aheadMs = [0, 7_200_000, -7_200_000][Math.floor(random() * 3)] ?? 0
  if (aheadMs !== 0) tell({ what: 'network', attempt, trouble: 'a phone whose clock is two hours off' })
  await page.addInitScript(
    ({ state, ahead }) => {
      // The browser's own error page is left out.
      if (location.protocol.startsWith('http'))
        sessionStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
      const Right = Date
      globalThis.Date = new Proxy(Right, {
        construct: (_, given: unknown[]) =>
          Reflect.construct(Right, given.length === 0 ? [Right.now() + ahead] : given),
        get: (target, name) => (name === 'now' ? () => Right.now() + ahead : Reflect.get(target, name)),
      })
    },
    { state: { signedIn: true, token, user }, ahead: aheadMs },
  )
}

/**
 * Lets go what a cut line does to a step, and a step that takes too long because of it. Everything else fails the run.
 * @returns whether the step was done
 */
async function unlessCut(step: Promise<unknown>): Promise<boolean> {
  try {
    await step
    return true
  } catch (error) {
    // The last: what was still loading when its time was over.
    const isCut =
      error instanceof Error && /net::ERR_[A-Z_]+|is interrupted by another navigation/.test(error.message)
    if (error instanceof errors.TimeoutError || isCut) return false
    throw error
  }
}

/** Goes to the test again where the browser itself says that the server didn't answer, as a person would. */
async function returnTo(page: Page, address: string): Promise<void> {
  if (await page.getByText(/^ERR_[A-Z_]+$/).isVisible())
    await unlessCut(page.goto(address, { timeout: 30_000 }))
}

/** @throws when the test is not there after ten minutes */
async function open(page: Page, own: Own, world: World): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    world.signal.throwIfAborted()
    await unlessCut(page.goto(addressOf(own, world), { timeout: 30_000 }))
    if (await unlessCut(page.getByRole('radio').first().waitFor({ timeout: 10_000 }))) return
  }
  throw new Error(`the browser's test was not opened: ${await textOf(page)}`)
}

/** Chooses something and goes on, or back. */
async function answer(page: Page, random: () => number): Promise<void> {
  const options = page.getByRole('radio')
  const count = await options.count()
  if (count > 0) await unlessCut(options.nth(Math.floor(random() * count)).click({ timeout: pressMs }))
  const way = random() < 0.8 ? 'Next' : 'Back'
  await unlessCut(page.getByRole('button', { name: way, exact: true }).click({ timeout: pressMs }))
  // A person at the end, or before a section, goes on from there.
  const on = page.getByRole('button', { name: /^Start (section|part)|^Skip practice/ })
  if (await on.first().isVisible()) await unlessCut(on.first().click({ timeout: pressMs }))
}

const free = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const slow = { offline: false, latency: 800, downloadThroughput: 6_000, uploadThroughput: 6_000 }

/** The network goes, comes, crawls, comes and goes; the page is reloaded. */
async function trouble(
  page: Page,
  network: CDPSession,
  { attempt }: Own,
  { random, tell }: World,
): Promise<void> {
  const what = random()
  const cut = async (offline: boolean) => page.context().setOffline(offline)
  const happens = (name: string) => tell({ what: 'network', attempt, trouble: `a browser ${name}` })
  if (what < 0.08) {
    happens('cut off')
    await cut(true)
  } else if (what < 0.25) {
    await repair(page, network)
  } else if (what < 0.29) {
    happens('slowed')
    // The session stays open: what it set would end with it.
    await network.send('Network.emulateNetworkConditions', slow)
  } else if (what < 0.33) {
    happens('flapping')
    for (let time = 0; time < 4; time += 1) {
      await cut(true)
      await cut(false)
    }
  } else if (what < 0.36) {
    happens('reloaded')
    await unlessCut(page.reload({ timeout: 30_000 }))
  }
}

async function repair(page: Page, network: CDPSession): Promise<void> {
  await page.context().setOffline(false)
  await network.send('Network.emulateNetworkConditions', free)
}

const onward = /^(Submit answers|Review answers|Next|Continue|Skip practice|Start .+)$/

/**
 * Presses the person's own buttons, to the end of the test and through it. @throws when it is not handed in after ten
 * minutes
 */
async function handIn(page: Page, own: Own, world: World): Promise<void> {
  const { tell, signal } = world
  const address = addressOf(own, world)
  const receipt = page.getByText(/^TRZ-[A-Z0-9]{4}-[A-Z0-9]{2}$/).first()
  await unlessCut(page.goto(address, { timeout: 30_000 }))
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    signal.throwIfAborted()
    const code = (await receipt.isVisible()) ? await receipt.textContent() : null
    if (code !== null) return tell({ what: 'submitted', attempt: own.attempt, receipt: code })
    await returnTo(page, address)
    await unlessCut(page.getByRole('button', { name: onward }).last().click({ timeout: pressMs }))
  }
  throw new Error(`the browser's test was not handed in: ${await textOf(page)}`)
}

const textOf = (page: Page) => page.locator('body').innerText({ timeout: 10_000 })
