import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { readDraft } from '../invite/draftStorage.ts'
import { JobPage } from '../invite/JobPage.tsx'
import { Wizard } from '../invite/Wizard.tsx'
import { DefineTest } from './DefineTest.tsx'

/** Tests for people who are new, whom the wizard invites, or for people who are in place. */
export default function CreatePage() {
  const [search] = useSearchParams()
  const inPlace = search.get('people') === 'here'
  const jobId = search.get('job') ?? ''
  return (
    <ClientGate>
      {(client) =>
        inPlace ? (
          <DefineTest key={client.value} client={client} />
        ) : (
          <Invitation key={`${client.value} ${jobId}`} client={client} jobId={jobId} />
        )
      }
    </ClientGate>
  )
}

/** The wizard; of a list under way, the one that sent it where this tab still has it. */
function Invitation({ client, jobId }: { client: SelectedClient; jobId: string }) {
  const [elsewhere] = useState(() => jobId !== '' && readDraft(client.value)?.jobId !== jobId)
  return elsewhere ? <JobPage client={client} jobId={jobId} /> : <Wizard client={client} />
}
