import { Secret, TOTP } from 'otpauth'
import { beginSecondFactor, confirmSecondFactor } from '#contract/second-factor.ts'
import type { Executor } from '#server/db/database.ts'
import { request } from './api.ts'
import { castPassword } from './cast.ts'

/** The code of an authenticator app, `steps` of 30 seconds from now, so that tests needn't wait. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Forgets the last used code, as if half a minute had passed. */
export async function laterCode(db: Executor, userId: string): Promise<void> {
  await db.updateTable('second_factors').set({ last_step: 0 }).where('user_id', '=', userId).execute()
}

/** Turns two-step sign-in on over the API; the code that did it counts as not taken yet. */
export async function turnOn(
  server: { url: string; database: { db: Executor } },
  person: { token: string; userId: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { token, userId } = person
  const { secret } = (
    await request(server.url, beginSecondFactor, { token, body: { current_password: castPassword } })
  ).answer
  const body = { code: codeOf(secret) }
  const { recoveryCodes } = (await request(server.url, confirmSecondFactor, { token, body })).answer
  await laterCode(server.database.db, userId)
  return { secret, recoveryCodes }
}
