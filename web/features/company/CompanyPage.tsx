import { useState } from 'react'
import { worksForClients } from '#contract/access.ts'
import { useAuth } from '../../app/auth.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import { EditCompany } from './EditCompany.tsx'
import { NewCompany } from './NewCompany.tsx'

/** Somebody without a client opens one here; managers edit its invoice data. */
export default function CompanyPage() {
  // Decided once: with the answer the person becomes a manager, which must not swap the form they are leaving.
  const [manages] = useState(() => worksForClients(useAuth.getState().user))
  if (!manages) return <NewCompany />
  return <ClientGate>{(client) => <EditCompany key={client.value} client={client} />}</ClientGate>
}
