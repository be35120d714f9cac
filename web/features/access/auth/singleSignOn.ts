import type { BodyIn } from '#contract/kit.ts'
import type { finishSingleSignOn } from '#contract/single-sign-on.ts'
import { api } from '../../../app/api.ts'
import type { SessionUser } from '../../../app/auth.ts'
import { enter } from '../../../app/session.ts'
import { tabSlice } from '../../../app/storage.ts'

/** Key in the tab's storage for the search of the sign-in page, which says where it would have led. */
const searchKey = 'terazi.sso'

const calls = () => import('#contract/single-sign-on.ts')

/** @returns the address of the organisation's sign-in */
export async function beginSingleSignOn(email: string, search: string): Promise<string> {
  const { startSingleSignOn } = await calls()
  const { url } = await api(startSingleSignOn, { body: { email } })
  tabSlice.setItem(searchKey, search)
  return url
}

type Brought = BodyIn<typeof finishSingleSignOn>

/** The parameters that the provider added to this page's address; undefined without a state. */
export function broughtBack(search: string): Brought | undefined {
  const parameters = new URLSearchParams(search)
  const given = (name: string) => parameters.get(name) || undefined
  const [state, code, iss, error] = [given('state'), given('code'), given('iss'), given('error')]
  if (state === undefined) return undefined
  return { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) }
}

export async function finishSignIn(brought: Brought): Promise<SessionUser | undefined> {
  const { finishSingleSignOn } = await calls()
  const { token, user } = await api(finishSingleSignOn, { body: brought })
  return enter(token, user, false)
}

/** The search of the sign-in page that this tab left. */
export function takeLeftSearch(): string {
  const left = tabSlice.getItem(searchKey)
  void tabSlice.removeItem(searchKey)
  return typeof left === 'string' ? left : ''
}
