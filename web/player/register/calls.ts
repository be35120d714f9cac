import type { AnswerOf, BodyIn } from '#contract/kit.ts'
import type { confirmRegistration, getRegistrationPage, register } from '#contract/registering.ts'
import { CallFailure, request, type Shape } from '../api.ts'

const calls = {
  page: {
    method: 'GET',
    path: '/register/:code/',
    has: ['client', 'tests', 'notice', 'token'],
  } as Shape<typeof getRegistrationPage>,
  register: { method: 'POST', path: '/register/:code/', has: ['outcome'] } as Shape<typeof register>,
  confirm: { method: 'POST', path: '/register/:code/confirm/', has: ['outcome'] } as Shape<
    typeof confirmRegistration
  >,
}

export type RegistrationPage = AnswerOf<typeof getRegistrationPage>
export type Given = Omit<BodyIn<typeof register>, 'token' | 'notice'>
export type Outcome = AnswerOf<typeof register>

/** The server takes no registration sooner after its token; faster people wait here without noticing. */
const earliestMs = 3200

let token: { value: string; at: number } | undefined

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** @throws CallFailure */
export async function openPage(code: string): Promise<RegistrationPage> {
  const page = await request(calls.page, { token: undefined, params: { code } })
  token = { value: page.token, at: performance.now() }
  return page
}

async function send(code: string, given: Given, notice: number): Promise<Outcome> {
  if (token === undefined) await openPage(code)
  const ready = token ?? { value: '', at: 0 }
  await pause(ready.at + earliestMs - performance.now())
  // Used up by any answer.
  token = undefined
  return request(calls.register, {
    token: undefined,
    params: { code },
    body: { ...given, notice, token: ready.value },
  })
}

/** Registers; a token that ran out while somebody was reading is renewed once. @throws CallFailure */
export async function registerWith(code: string, given: Given, notice: number): Promise<Outcome> {
  try {
    return await send(code, given, notice)
  } catch (error) {
    if (!(error instanceof CallFailure) || error.code !== 'contact_expired') throw error
    return send(code, given, notice)
  }
}

/** @throws CallFailure */
export const confirmWith = (code: string, check: string, digits: string): Promise<Outcome> =>
  request(calls.confirm, { token: undefined, params: { code }, body: { check, digits } })
