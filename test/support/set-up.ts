import type { AnswerOf } from '#contract/kit.ts'
import { registerTablet } from '#contract/tablets.ts'
import { makeSetupCodes } from '#contract/test-days.ts'
import { newSecret } from '#server/secrets.ts'
import { request } from './api.ts'

interface DayOf {
  /** A manager's session. */
  token: string
  clientId: string
  testDayId: string
}

/** A code for one tablet of a day. */
export async function makeSetupCode(url: string, { token, ...params }: DayOf): Promise<string> {
  const made = await request(url, makeSetupCodes, { token, params, body: { quantity: 1 } })
  return made.answer.setupCodes.at(-1)?.code ?? ''
}

/** Makes a device a tablet of a day, by a code of its own. */
export async function setUpTablet(
  url: string,
  day: DayOf,
  named: { name?: string; room?: string } = {},
): Promise<AnswerOf<typeof registerTablet>> {
  const code = await makeSetupCode(url, day)
  const body = { code, name: 'Tablet 07', ...named, device: newSecret() }
  return (await request(url, registerTablet, { body })).answer
}
