import type { openMagicLink, User } from '#contract/auth.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { api } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'

/** The answer to a passed first step if a second one is required. */
export interface SecondStep {
  readonly challenge: string
  /** Two steps are required and there is no second one yet: it is set up now. */
  readonly setUp: boolean
  /** The link that was opened asks for a password to be chosen after it. */
  readonly choosePassword: AnswerOf<typeof openMagicLink>['choosePassword']
}

/** The second step that a refused sign-in asks for; undefined when it was refused for another reason. */
export function secondStepOf(error: unknown): SecondStep | undefined {
  return error instanceof ApiError ? stepIn({ ...error.problem, code: error.code }) : undefined
}

/** The second step that the page of links left in the tab: the refusal's own body. */
export function readSecondStep(stored: unknown): SecondStep | undefined {
  if (typeof stored !== 'string') return undefined
  try {
    return stepIn(Object(JSON.parse(stored)))
  } catch {
    return undefined
  }
}

function stepIn(problem: Readonly<Record<string, unknown>>): SecondStep | undefined {
  const { code, challenge, choosePassword } = problem
  const setUp = code === 'second_factor_setup_required'
  if ((!setUp && code !== 'second_factor_required') || typeof challenge !== 'string') return undefined
  const chooses = choosePassword === 'first' || choosePassword === 'again'
  return { challenge, setUp, choosePassword: chooses ? choosePassword : undefined }
}

/** A sign-in whose time or tries are over: only beginning again helps. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_challenge_over'

const calls = () => import('#contract/second-factor.ts')

export interface Entered {
  readonly token: string
  readonly user: User
}

export async function passSecondStep(challenge: string, code: string): Promise<Entered> {
  const { secondFactor } = await calls()
  return api(secondFactor, { body: { challenge, code } })
}

export interface Enrolment {
  readonly secret: string
  readonly uri: string
}

export async function beginSetUp(challenge: string): Promise<Enrolment> {
  const { setUpSecondFactor } = await calls()
  return api(setUpSecondFactor, { body: { challenge } })
}

export async function finishSetUp(
  challenge: string,
  code: string,
): Promise<Entered & { recoveryCodes: string[] }> {
  const { finishSecondFactorSetup } = await calls()
  return api(finishSecondFactorSetup, { body: { challenge, code } })
}
