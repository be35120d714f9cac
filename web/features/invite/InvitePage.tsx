import { ClientGate } from '../../app/ClientGate.tsx'
import { Wizard } from './Wizard.tsx'

export default function InvitePage() {
  return <ClientGate>{(client) => <Wizard key={client.value} client={client} />}</ClientGate>
}
