import { evidencePdf, startEvidenceJob } from '#contract/evidence.ts'
import type { BodyIn } from '#contract/kit.ts'
import { request } from './api.ts'
import type { TestServer } from './server.ts'

/** A client's evidence as a PDF in Turkish: asked for, made and downloaded. */
export async function madeEvidence(
  server: TestServer,
  {
    token,
    params,
    body = {},
  }: { token: string; params: { clientId: string }; body?: BodyIn<typeof startEvidenceJob> },
) {
  const headers = { 'accept-language': 'tr' }
  const { answer } = await request(server.url, startEvidenceJob, { token, params, body, headers })
  await server.runJobs()
  return request(server.url, evidencePdf, { token, params: { ...params, jobId: answer.id }, headers })
}
