import { timingSafeEqual } from 'node:crypto'
import type { Database, Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { hashDigits } from '#server/secrets.ts'
import { take } from '#server/throttles/throttles.ts'
import { sendCode } from './jobs.ts'
import { countTry, deleteCheck, type Purpose, putCheck } from './queries.ts'

const mailsPerHour = 5
const triesOfACode = 5
const triesPerHour = 20

/** Mails a code to an address, which ends the one before. @throws Failure too_many_requests */
export async function mailCode(
  db: Database,
  { userId, tokenHash }: Caller,
  purpose: Purpose,
  email: string,
): Promise<void> {
  await take(db, [{ key: `identity-mail:${userId}`, atMost: mailsPerHour, seconds: 3600 }])
  await db.transaction().execute(async (tx) => {
    const id = await putCheck(tx, { tokenHash, purpose, email })
    await addJob(tx, sendCode, { id })
  })
}

/**
 * Compares a typed code and uses it up.
 * @param done runs in the same transaction once the code was right, with the address that it was mailed to
 * @throws Failure identity_code_wrong; identity_code_over for one that is too old, was tried too often or is not there;
 * too_many_requests
 */
export async function redeemCode<Done>(
  db: Database,
  key: Buffer,
  { userId, tokenHash }: Caller,
  { purpose, digits }: { purpose: Purpose; digits: string },
  done: (tx: Executor, email: string) => Promise<Done>,
): Promise<Done> {
  await take(db, [{ key: `identity-code:${userId}`, atMost: triesPerHour, seconds: 3600 }])
  const check = await countTry(db, { tokenHash, purpose })
  if (check === undefined || check.over || check.tries > triesOfACode) throw new Failure('identity_code_over')
  const { id, codeHash } = check
  if (codeHash === null || !timingSafeEqual(codeHash, hashDigits(key, 'identity', id, digits)))
    throw new Failure('identity_code_wrong')
  return db.transaction().execute(async (tx) => {
    if (!(await deleteCheck(tx, id))) throw new Failure('identity_code_over')
    return done(tx, check.email)
  })
}
