import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { type OfferedTo, setOffer } from '#contract/inventories.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { ClientChoice } from '../clients/ClientChoice.tsx'
import classes from '../inventories.module.css'

type Scope = 'all' | 'chosen' | 'none'
const scopes: readonly Scope[] = ['all', 'chosen', 'none']

interface OfferCardProps {
  inventory: InventoryDetail
  inventoryId: string
}

/** Which clients may buy the test; saved as soon as it is chosen. */
export function OfferCard({ inventory, inventoryId }: OfferCardProps) {
  const { t } = useTranslation()
  const { name, offeredTo, offeredClients } = inventory
  const stored: Scope = typeof offeredTo === 'string' ? offeredTo : 'chosen'
  /** "Chosen clients" before the first of them is. */
  const [begun, setBegun] = useState(false)
  // The choice of a client is open while it is in the address, so that Back closes it.
  const [params, setParams] = useSearchParams()
  const choosing = params.get('offer') !== null
  const open = (opened: boolean) => setParams(opened ? { offer: 'choose' } : {}, { preventScrollReset: true })
  const saving = useAction(setOffer, { done: t('inventories:offer.saved') })
  const save = (to: OfferedTo) =>
    saving.mutate({ params: { inventoryId }, body: { offeredTo: to } }, { onSuccess: () => setBegun(false) })
  const choose = (to: string) => {
    setBegun(to === 'chosen')
    if (to === 'all' || to === 'none') save(to)
  }
  const ids = typeof offeredTo === 'string' ? [] : offeredTo
  const scope = begun ? 'chosen' : stored
  const without = (clientId: string) => ids.filter((id) => id !== clientId)
  return (
    <Card>
      <CardHeader title={t('inventories:offer.title')} />
      <CardBody className="stack gap-12">
        <Segmented
          label={t('inventories:offer.title')}
          value={scope}
          disabled={saving.isPending}
          onChange={choose}
          data={scopes.map((value) => ({ value, label: t(`inventories:offer.${value}`) }))}
        />
        <p className="meta">{t(`inventories:offer.${scope}Text`)}</p>
        {scope === 'chosen' ? (
          <>
            <ul className={`stack gap-4 ${classes.offered}`}>
              {offeredClients.map((client) => (
                <li className="row split gap-8 breakable" key={client.id}>
                  <span dir="auto">{client.name}</span>
                  <IconButton
                    size="sm"
                    label={t('inventories:offer.remove', { client: client.name })}
                    disabled={saving.isPending}
                    onClick={() => save(ids.length > 1 ? without(client.id) : 'none')}
                  >
                    <IconX size={18} stroke={1.75} aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
            <div>
              <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => open(true)}>
                {t('inventories:offer.add')}
              </Button>
            </div>
          </>
        ) : null}
      </CardBody>
      <SidePanel
        opened={choosing}
        title={t('inventories:offer.choose', { name })}
        onClose={() => open(false)}
      >
        {choosing ? (
          <ClientChoice
            onChoose={(clientId) => {
              save([...without(clientId), clientId])
              open(false)
            }}
          />
        ) : null}
      </SidePanel>
    </Card>
  )
}
