import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { z } from 'zod'
import { phone } from '#test/support/browser.ts'
import type { Taker } from '#test/support/taking.ts'
import type { Fact } from './history.ts'

const Sent = z.object({
  testId: z.string(),
  responses: z.record(z.string(), z.object({ value: z.unknown(), seq: z.number() })),
})
const Saved = z.object({ data: z.object({ saved: z.array(z.string()) }), status: z.literal('success') })

interface Person {
  readonly taker: Taker
  /** The session's user, as the API answers it. */
  readonly user: unknown
  readonly assignmentId: string
  readonly attempt: string
}

interface World {
  readonly url: string
  readonly browser: Browser
  readonly tell: (fact: Fact) => void
  /** From 0 up to 1. */
  readonly random: () => number
  /** No more answers are given from then on. */
  readonly calm: () => boolean
}

/** One person with a real browser on a phone, whose line is cut, slowed and flaps. Handed in through the page when all is calm. */
export async function takeInBrowser(person: Person, world: World): Promise<void> {
  const { browser, url, calm, random } = world
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    listen(page, person, world)
    await open(page, person, url)
    while (!calm()) {
      await answer(page, random)
      await trouble(context, page, random)
    }
    await context.setOffline(false)
    await handIn(page, person, world)
  } finally {
    await context.close()
  }
}

/** Writes what the page sends, and what the server says is stored. */
function listen(page: Page, { attempt }: Person, { tell }: World): void {
  const answersOf = (request: Request) => Sent.parse(request.postDataJSON()).responses
  const isSave = (request: Request) => request.url().endsWith('/save-responses/')
  page.on('request', (request) => {
    if (isSave(request)) tell({ what: 'sent', attempt, answers: answersOf(request) })
    if (request.url().endsWith('/submit/') && request.postData() !== null)
      tell({ what: 'sent', attempt, answers: Object(request.postDataJSON()).responses ?? {} })
  })
  page.on('requestfinished', (request) => {
    if (!isSave(request)) return
    void request
      .response()
      .then(async (response) => {
        if (response?.status() !== 200) return
        const { saved } = Saved.parse(await response.json()).data
        const answers = answersOf(request)
        const kept = Object.entries(answers).filter(([item]) => saved.includes(item))
        tell({ what: 'acknowledged', attempt, answers: Object.fromEntries(kept) })
      })
      // A page that was reloaded meanwhile takes the answer with it: whether it was shown is unknown.
      .catch((error: unknown) => {
        if (!/closed|No resource|navigat/i.test(String(error))) throw error
      })
  })
}

async function open(page: Page, { taker, user, assignmentId }: Person, url: string): Promise<void> {
  await page.addInitScript(
    (state) => {
      sessionStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
    },
    { signedIn: true, token: taker.token, user },
  )
  for (;;) {
    await page.goto(`${url}/participant/assignments/${assignmentId}`).catch(() => undefined)
    const there = page.getByRole('radio').first()
    if (
      await there.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    )
      return
  }
}

/** Chooses something and goes on, or back. */
async function answer(page: Page, random: () => number): Promise<void> {
  const options = page.getByRole('radio')
  const count = await options.count()
  if (count > 0)
    await options
      .nth(Math.floor(random() * count))
      .check({ timeout: 2000 })
      .catch(() => undefined)
  const way = random() < 0.8 ? 'Next' : 'Back'
  await page
    .getByRole('button', { name: way, exact: true })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  // At the end, or before a section: on from there.
  await page
    .getByRole('button', { name: /^Start (section|part)|^Skip practice/ })
    .click({ timeout: 50 })
    .catch(() => undefined)
}

/** The network goes, comes, crawls; the page is reloaded. */
async function trouble(context: BrowserContext, page: Page, random: () => number): Promise<void> {
  const what = random()
  if (what < 0.08) await context.setOffline(true)
  else if (what < 0.25) await context.setOffline(false)
  else if (what < 0.3) {
    const session = await context.newCDPSession(page)
    const slow = random() < 0.5
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow ? 800 : 0,
      downloadThroughput: slow ? 6_000 : -1,
      uploadThroughput: slow ? 6_000 : -1,
    })
    await session.detach()
  } else if (what < 0.33) await page.reload().catch(() => undefined)
}

const onward = /^(Submit answers|Review answers|Next|Continue|Skip practice|Start .+)$/

/** By the person's own buttons, to the end of the test and through it. */
async function handIn(page: Page, { assignmentId, attempt }: Person, { url, tell }: World): Promise<void> {
  const receipt = page.getByText(/^TRZ-[A-Z0-9]{4}-[A-Z0-9]{2}$/).first()
  await page.goto(`${url}/participant/assignments/${assignmentId}`)
  for (let presses = 0; presses < 400; presses += 1) {
    const code = (await receipt.isVisible()) ? await receipt.textContent() : null
    if (code !== null) return tell({ what: 'submitted', attempt, receipt: code })
    await page
      .getByRole('button', { name: onward })
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined)
  }
  throw new Error(`the browser's test was not handed in: ${await page.locator('main').innerText()}`)
}
