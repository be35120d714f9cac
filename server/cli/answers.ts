import { id } from '#contract/fields.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { answerRows } from '#server/features/results/answers/rows.ts'
import { versionOfAnswers } from '#server/features/results/answers/version.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { CliError } from './error.ts'

/** Prints a piece of text, at the pace of its reader. */
export type Write = (piece: string) => Promise<void>

/** Prints the answers of a client's people to one version, as managers download them. @throws CliError where there are none */
export async function printAnswers(
  db: Database,
  { clientId, code, number }: { clientId: string; code: string; number: number },
  write: Write,
): Promise<void> {
  const { client, version } = await found(db, { clientId, code, number })
  await recordAudit(db, {
    action: 'export',
    reason: 'answers_csv',
    by: system,
    clientId: client.id,
    details: { code, version: number },
  })
  for await (const piece of answerRows(db, client.id, version)) await write(piece)
}

async function found(db: Database, which: { clientId: string; code: string; number: number }) {
  const { clientId, code, number } = which
  if (!id.safeParse(clientId).success) throw new CliError('--client must be the id of an organisation.')
  try {
    const client = await clientOfJob(db, clientId)
    return { client, version: await versionOfAnswers(db, client.id, { code, number }) }
  } catch (error) {
    if (error instanceof FieldFailure)
      throw new CliError(`${code} is sensitive: its answers can't be exported.`)
    if (!(error instanceof Failure)) throw error
    throw new CliError(`The organisation ${clientId} has no results of ${code} in version ${number}.`)
  }
}
