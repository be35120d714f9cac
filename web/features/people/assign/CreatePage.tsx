import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { showResult } from '../invite/check/asked.ts'
import { readDraft } from '../invite/draft/draftStorage.ts'
import { JobPage } from '../invite/job/JobPage.tsx'
import { Wizard } from '../invite/Wizard.tsx'
import { AssignTest } from './AssignTest.tsx'

/** Tests for new people, invited by the wizard, or for people who are already here. */
export default function CreatePage() {
  const [search] = useSearchParams()
  const inPlace = search.get('people') === 'here'
  const jobId = search.get('job') ?? ''
  return (
    <ClientGate>
      {(client) =>
        inPlace ? (
          <AssignTest key={client.value} client={client} />
        ) : (
          <Invitation key={`${client.value} ${jobId}`} client={client} jobId={jobId} />
        )
      }
    </ClientGate>
  )
}

/**
 * The wizard; for a list that another tab or device has sent, a page of its own. Where this tab still has the list, the
 * wizard follows it under its own address: also after a reload it knows the rows that were never sent.
 */
function Invitation({ client, jobId }: { client: SelectedClient; jobId: string }) {
  const [own] = useState(() => jobId !== '' && readDraft(client.value)?.jobId === jobId)
  if (jobId === '') return <Wizard client={client} />
  return own ? (
    <Navigate to={paths.createAssignment} replace state={showResult} />
  ) : (
    <JobPage client={client} jobId={jobId} />
  )
}
