import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import type { ClientInventory } from '#contract/enablements.ts'
import { formatNumber } from '#contract/format.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { clientPath } from '../../../app/paths.ts'
import { useClient } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DisableDialog } from '../../enablements/DisableDialog.tsx'
import { EnableForm } from '../../enablements/EnableForm.tsx'
import { SensitiveStatus } from '../../enablements/SensitiveStatus.tsx'
import { useSensitiveInventories } from '../../enablements/useEnablements.ts'
import { QuotaForm } from '../../quota/QuotaForm.tsx'
import { type Offer, useOffer } from '../../quota/useOffer.ts'
import { useUseOfUnits } from '../../quota/useUseOfUnits.ts'
import pageClasses from '../inventories.module.css'
import classes from './clientPanel.module.css'

interface ClientTestStatusProps {
  clientId: string
  inventoryId: string
  onBack: () => void
}

/** One test's status for one client, with the forms that the client's own page has. */
export function ClientTestStatus({ clientId, inventoryId, onBack }: ClientTestStatusProps) {
  const { t } = useTranslation()
  const client = useClient(clientId)
  const sensitive = useSensitiveInventories(clientId)
  const { offers, error, retry } = useOffer(clientId)
  const failure = client.error ?? sensitive.error ?? error
  const offer = offers?.find(({ id }) => id === inventoryId)
  if (failure && (client.data === undefined || sensitive.data === undefined || offers === undefined))
    return (
      <>
        <LoadFailure
          of={{
            error: failure,
            refetch: () => {
              void client.refetch()
              void sensitive.refetch()
              retry()
            },
          }}
          title={t('clients:oneFailed')}
        />
        <BackButton onBack={onBack} />
      </>
    )
  if (client.data === undefined || sensitive.data === undefined || offer === undefined)
    return (
      <div className={`stack gap-16 ${pageClasses.skeleton}`} aria-busy>
        <span />
        <span />
        <span />
      </div>
    )
  const one = sensitive.data.find(({ inventory }) => inventory.id === inventoryId)
  return <Loaded client={client.data} one={one} offer={offer} onBack={onBack} />
}

interface LoadedProps {
  client: Client
  /** None: nothing of the test is closed to anybody. */
  one: ClientInventory | undefined
  offer: Offer
  onBack: () => void
}

function Loaded({ client, one, offer, onBack }: LoadedProps) {
  const [view, setView] = useState<'status' | 'enable' | 'quota'>('status')
  const [disabling, setDisabling] = useState(false)
  const back = () => setView('status')
  const place = useFocusOn(view)
  return (
    <div ref={place} tabIndex={-1} className={classes.status}>
      {view === 'enable' && one ? <EnableForm client={client} one={one} onClose={back} /> : null}
      {view === 'quota' ? <QuotaForm client={client} inventoryId={offer.id} onClose={back} /> : null}
      {view === 'status' ? (
        <>
          {one ? (
            <SensitiveStatus
              one={one}
              timeZone={client.timeZone}
              onEnable={() => setView('enable')}
              onDisable={() => setDisabling(true)}
            />
          ) : null}
          <QuotaLeft client={client} offer={offer} onAdd={() => setView('quota')} />
          <BackButton onBack={onBack} />
        </>
      ) : null}
      <DisableDialog client={client} one={disabling ? one : undefined} onClose={() => setDisabling(false)} />
    </div>
  )
}

/** Moves the focus from a button that went away to the next view: a form's first field, else the view itself. */
function useFocusOn(view: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const field = place.current?.querySelector<HTMLElement>('form :is(textarea, input)')
    ;(field ?? place.current)?.focus()
  }, [view])
  return place
}

function QuotaLeft({ client, offer, onAdd }: { client: Client; offer: Offer; onAdd: () => void }) {
  const { t, i18n } = useTranslation()
  const useOf = useUseOfUnits()
  return (
    <section>
      <h3>{t('clients:balance.title')}</h3>
      <p>
        <b>{formatNumber(offer.available, i18n.language)}</b> <span className="meta">{useOf(offer)}</span>
      </p>
      <div className="cluster gap-8">
        <Button size="sm" icon={<IconPlus aria-hidden />} onClick={onAdd}>
          {t('clients:addQuota.action')}
        </Button>
        <Button size="sm" variant="plain" component={Link} to={clientPath(client.id, 'quota')}>
          {t('inventories:clients.page')}
        </Button>
      </div>
    </section>
  )
}

function BackButton({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="cluster gap-8">
      <Button
        size="sm"
        variant="plain"
        icon={<IconArrowLeft className="flip" aria-hidden />}
        onClick={onBack}
      >
        {t('inventories:clients.another')}
      </Button>
    </div>
  )
}
