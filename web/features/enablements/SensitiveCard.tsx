import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import type { ClientInventory } from '#contract/enablements.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { DisableDialog } from './DisableDialog.tsx'
import { EnablePanel } from './EnablePanel.tsx'
import classes from './enablements.module.css'
import { SensitiveStatus } from './SensitiveStatus.tsx'
import { useSensitiveInventories } from './useEnablements.ts'

/** Tests that a client may give only on a recorded legal basis, and whose reports only named managers read. */
export function SensitiveCard({ client }: { client: Client }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSensitiveInventories(client.id)
  const [enabling, setEnabling] = useState<ClientInventory>()
  const [disabling, setDisabling] = useState<ClientInventory>()
  if (data?.length === 0) return null
  return (
    <Card aria-busy={data === undefined}>
      <CardHeader title={t('clients:sensitive.title')} />
      {error && data === undefined ? (
        <LoadFailure of={{ error, refetch }} title={t('clients:sensitive.failed')} />
      ) : (
        <CardBody className={classes.sensitive ?? ''}>
          <p className="meta">{t('clients:sensitive.text')}</p>
          {(data ?? []).map((one) => (
            <SensitiveStatus
              key={one.inventory.id}
              one={one}
              timeZone={client.timeZone}
              onEnable={() => setEnabling(one)}
              onDisable={() => setDisabling(one)}
            />
          ))}
        </CardBody>
      )}
      <EnablePanel client={client} one={enabling} onClose={() => setEnabling(undefined)} />
      <DisableDialog client={client} one={disabling} onClose={() => setDisabling(undefined)} />
    </Card>
  )
}
