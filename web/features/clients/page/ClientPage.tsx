import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { listOrders } from '#contract/orders.ts'
import { ApiError } from '../../../app/apiError.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { orderPath } from '../../../app/paths.ts'
import { useClient } from '../../../app/useClient.ts'
import { useList } from '../../../app/useList.ts'
import { useOpenPerson } from '../../../app/useOpenPanel.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { PersonPanel } from '../../access/users/PersonPanel.tsx'
import { SingleSignOnSection } from '../../integrations/single-sign-on/SingleSignOnSection.tsx'
import { OrderList } from '../../orders/OrderList.tsx'
import { PricesTab } from '../../orders/prices/PricesTab.tsx'
import classes from '../clients.module.css'
import { ActivityTab } from './ActivityTab.tsx'
import { ApplicationCard } from './ApplicationCard.tsx'
import { ClientHead } from './ClientHead.tsx'
import { ClientTabs } from './ClientTabs.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { QuotaTab } from './QuotaTab.tsx'
import { isTab, type Tab } from './tabs.ts'

/** One client with everything that belongs to it. */
export default function ClientPage() {
  const { t } = useTranslation()
  const { clientId = '', tab } = useParams()
  const found = useClient(clientId)
  const { person, open, close } = useOpenPerson()
  const current = isTab(tab) ? tab : 'managers'

  if (found.isError && found.data === undefined) {
    const missing = found.error instanceof ApiError && [400, 404].includes(found.error.status)
    return (
      <Card>
        <DocumentTitle />
        <h1 className="sr">{t('clients:title')}</h1>
        <LoadFailure of={found} title={missing ? t('clients:notFound') : t('clients:oneFailed')} />
      </Card>
    )
  }
  if (found.data === undefined) return <RowsSkeleton />
  const client = found.data
  return (
    <>
      <ClientHead client={client} tab={current} />
      {client.status === 'pending' ? <ApplicationCard client={client} /> : null}
      <ClientTabs client={client} current={current} />
      <Part key={`${client.id} ${current}`} client={client} tab={current} onHelp={open} />
      {current === 'managers' ? <SingleSignOnSection clientId={client.id} review /> : null}
      <PersonPanel userId={person} onClose={close} />
    </>
  )
}

interface PartProps {
  client: Client
  tab: Tab
  onHelp: (userId: string) => void
}

function Part({ client, tab, onHelp }: PartProps) {
  if (tab === 'quota') return <QuotaTab client={client} onHelp={onHelp} />
  if (tab === 'prices') return <PricesTab client={client} />
  if (tab === 'orders') return <OrdersTab client={client} />
  if (tab === 'activity') return <ActivityTab client={client} />
  return <PeopleTab client={client} kind={tab} onHelp={onHelp} />
}

/** Grey lines where the head will be. */
function RowsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle />
      <h1 className="sr">{t('clients:title')}</h1>
      <div className={`stack gap-16 ${classes.skeleton}`} aria-busy>
        <span />
        <span />
        <span />
      </div>
    </>
  )
}

/** The orders of a client. */
function OrdersTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const orders = useList(listOrders, { params: { clientId: client.id }, ordering: '-created' })
  return (
    <Card clip>
      <OrderList of={orders} pathOf={orderPath} search={t('orders:list.search')} />
    </Card>
  )
}
