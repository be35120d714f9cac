import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { useClient } from '../../../app/useClient.ts'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { ClientChoice } from './ClientChoice.tsx'
import { ClientTestStatus } from './ClientTestStatus.tsx'

interface ClientPanelProps {
  inventory: InventoryDetail
  inventoryId: string
}

/** The address parameter's value before a client is chosen. */
export const choosing = 'choose'

/**
 * A client is chosen, and then the test's status for it is shown. Both are in the address, so that Back goes one step.
 */
export function ClientPanel({ inventory, inventoryId }: ClientPanelProps) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const asked = params.get('client')
  const close = () => setParams({}, { preventScrollReset: true })
  const choose = (client: string) => setParams({ client }, { preventScrollReset: true })
  const clientId = asked === null || asked === choosing ? undefined : asked
  return (
    <SidePanel
      opened={asked !== null}
      title={
        clientId === undefined ? (
          t('inventories:clients.choose', { name: inventory.name })
        ) : (
          <ClientName clientId={clientId} />
        )
      }
      onClose={close}
      held={clientId !== undefined}
    >
      {asked === choosing ? <ClientChoice onChoose={choose} /> : null}
      {clientId === undefined ? null : (
        <ClientTestStatus
          key={clientId}
          clientId={clientId}
          inventoryId={inventoryId}
          onBack={() => choose(choosing)}
        />
      )}
    </SidePanel>
  )
}

function ClientName({ clientId }: { clientId: string }) {
  const { data } = useClient(clientId)
  return <bdi>{data?.name ?? '…'}</bdi>
}
