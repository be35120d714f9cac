import { openMagicLink, signOut } from '#contract/auth.ts'
import { getOwnAssignment, startAttempt, startSection, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import type { GoldenCase } from '#scoring/definition/golden-schema.ts'
import { differs, refuse } from './failed-step.ts'
import type { PublicCalls } from './public-calls.ts'

interface Taking {
  /** The path of the candidate's link. */
  readonly path: string
  readonly assignmentId: string
  readonly answers: GoldenCase['answers']
}

/**
 * Takes a test by the public address, from the link to the receipt, with the calls that the player makes.
 * @returns the receipt
 * @throws FailedStep
 */
export async function takeTest(
  { call, page }: PublicCalls,
  { path, assignmentId, answers }: Taking,
): Promise<string> {
  await page('page', path)
  const [uid = '', token = ''] = path.split('/').slice(-2)
  const session = await call('open', openMagicLink, { params: { uid, token } })
  const own = { token: session.token, params: { assignmentId } }
  const { notices } = await call('notices', getOwnAssignment, own)
  const started = await call('start', startAttempt, {
    ...own,
    body: { accepted: notices.map(({ id }) => id) },
  })
  const attempt = { token: started.attemptToken }
  let seq = started.seq
  for (const section of started.form.sections) {
    if (section.timeLimitSeconds !== undefined)
      await call('start', startSection, { ...attempt, params: { assignmentId, sectionId: section.id } })
    const responses: Record<string, { value: GoldenCase['answers'][string]; seq: number }> = {}
    for (const { id } of section.items) {
      const value = answers[id]
      if (value === undefined) continue
      seq += 1
      responses[id] = { value, seq }
    }
    const body = { testId: started.testId, epoch: started.epoch, responses }
    const { data } = await call('answers', saveResponses, { ...attempt, body })
    const lacking = Object.keys(responses).filter((id) => !data.saved.includes(id))
    refuse('answers', [
      ...(lacking.length > 0 ? [differs('saved', Object.keys(responses).length, data.saved.length)] : []),
      ...(data.late.length > 0 ? [differs('late', 0, data.late.length)] : []),
    ])
  }
  const body = { epoch: started.epoch }
  const { receipt } = await call('submit', submitAttempt, { ...attempt, params: { assignmentId }, body })
  const after = await call('receipt', getOwnAssignment, own)
  if (after.status !== 'completed') refuse('receipt', [differs('status', 'completed', after.status)])
  await call('receipt', signOut, { token: session.token })
  return receipt
}
