import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usersMe } from '#contract/auth.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { request } from '#test/support/api.ts'
import { addAssignment } from '#test/support/invited.ts'
import { addTaker } from '#test/support/taking.ts'
import { type Look, visit } from './screens/visit.ts'
import { type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

/** Practice in two parts of AYT: within its allowance, beyond it, and offline. */
async function practise(look: Look): Promise<void> {
  const { server, cast, browser } = served
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const id = await addAssignment(db, cast.anadolu, taker, { code: 'AYT', locale: look.locale })
  const { answer: user } = await request(server.url, usersMe, { token: taker.token })
  const at = await visit(browser, look, { signedIn: true, token: taker.token, user })
  const { page, t, see } = at
  const tap = (key: string) => page.getByRole('button', { name: t(key), exact: true }).tap()
  const says = (key: string) => page.getByText(t(key), { exact: true }).waitFor()
  const item = (number: number) => page.getByText(`${number} / 60`, { exact: true }).waitFor()
  const clock = page.getByRole('button', {
    name: new RegExp(t('player:time.left', { time: '\\d\\d:\\d\\d' })),
  })
  try {
    await page.goto(`${server.url}/participant/assignments/${id}`)
    await tap('player:notice.read')
    await page.getByRole('heading', { name: t('player:before.title') }).waitFor()
    await see('practice-before')
    await tap('player:button.start')
    await says('player-item:practice.free')
    await clock.waitFor({ state: 'detached' })
    await see('practice-untimed')

    // Six minutes and forty seconds on one question.
    const ago = sql`make_interval(secs => ${practiceSeconds + 100}::float8)`
    await sql`
      UPDATE attempts SET started_at = started_at - ${ago}, deadline = deadline - ${ago}, practice_until = practice_until - ${ago}
      WHERE assignment_id = ${id}`.execute(db)
    await page.reload()
    await clock.waitFor()
    await says('player-item:practice.unscored')
    await see('practice-used-up')
    await tap('player-item:practice.skip')
    await item(1)
    await clock.waitFor()
    await see('practice-first-item')

    await page.context().setOffline(true)
    for (let number = 1; number < 15; number += 1) {
      await tap('player:button.next')
      await item(number + 1)
    }
    await tap('player:button.next')
    await says('player-item:practice.unscored')
    await clock.waitFor()
    await tap('player-item:practice.skip')
    await item(16)
    const { more } = await db
      .selectFrom('attempts')
      .select(sql<number>`extract(epoch FROM deadline - started_at)::float8`.as('more'))
      .where('assignment_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(more).toBeCloseTo(2400 + practiceSeconds, 3)
  } finally {
    await at.close()
  }
}

test('practice has no clock on a phone until its allowance is used up, and uses the clock offline', () =>
  practise({ locale: 'tr', mode: 'light', device: 'phone' }))

test('in English, in the dark', () => practise({ locale: 'en', mode: 'dark', device: 'phone' }))
