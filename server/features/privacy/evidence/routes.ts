import {
  evidenceJson,
  evidencePdf,
  getEvidenceJob,
  listEvidenceJobs,
  startEvidenceJob,
} from '#contract/evidence.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { evidenceFile, evidenceJob, evidenceJobs, startEvidence } from './evidence-jobs.ts'
import { evidenceAsJson } from './file.ts'

export const evidenceRoutes: readonly Route[] = [
  onClient.read(evidenceJson, evidenceAsJson),
  onClient.run(startEvidenceJob, startEvidence),
  onClient.read(listEvidenceJobs, async (db, client, _query, actor) => ({
    jobs: await evidenceJobs(db, client, actor),
  })),
  onClient.read(getEvidenceJob, (db, client, _query, actor, { params }) =>
    evidenceJob(db, client, params.jobId, actor),
  ),
  onClient.read(evidencePdf, evidenceFile),
]
