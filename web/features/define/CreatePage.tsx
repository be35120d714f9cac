import { useSearchParams } from 'react-router'
import { ClientGate } from '../../app/ClientGate.tsx'
import { Wizard } from '../invite/Wizard.tsx'
import { DefineTest } from './DefineTest.tsx'

/** Tests for people who are new, whom the wizard invites, or for people who are in place. */
export default function CreatePage() {
  const [search] = useSearchParams()
  const inPlace = search.get('people') === 'here'
  return (
    <ClientGate>
      {(client) =>
        inPlace ? (
          <DefineTest key={client.value} client={client} />
        ) : (
          <Wizard key={client.value} client={client} />
        )
      }
    </ClientGate>
  )
}
