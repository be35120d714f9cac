import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Billing, getBilling } from '#contract/billing.ts'
import type { Client } from '#contract/clients.ts'
import { formatDateTime } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { problemOf } from '../../../app/apiError.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from '../clients.module.css'
import { StatusDialog } from './StatusDialog.tsx'

/** The application of an organisation that wants to begin, to be checked before it may. */
export function ApplicationCard({ client }: { client: Client }) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState(false)
  const billing = useQuery({
    queryKey: ['client', client.id, 'billing'],
    queryFn: ({ signal }) => api(getBilling, { params: { clientId: client.id }, signal }),
  })
  return (
    <Card>
      <CardHeader
        title={t('clients:application.title')}
        aside={
          client.managerEmailVerified ? (
            <Pill tone="green">{t('clients:application.verified')}</Pill>
          ) : (
            <Pill tone="amber">{t('clients:application.unverified')}</Pill>
          )
        }
      />
      <CardBody>
        <div className={`stack two-columns ${classes.application}`}>
          <section>
            <h3 className="text-14">{t('clients:application.who')}</h3>
            <dl className={`stack ${classes.values}`}>
              <Value name={t('clients:field.managerName')}>{client.managerName}</Value>
              <Value name={t('clients:field.managerEmail')}>{client.managerEmail}</Value>
              <Value name={t('clients:field.email')}>{client.email}</Value>
              <Value name={t('clients:field.phone')}>{client.phone}</Value>
              <Value name={t('clients:application.at')}>
                {formatDateTime(client.createdAt, i18n.language, client.timeZone)}
              </Value>
            </dl>
          </section>
          <section aria-busy={billing.isPending}>
            <h3 className="text-14">{t('clients:application.billing')}</h3>
            <Failure of={{ problem: problemOf(billing.error, t('clients:application.failed')) }} />
            {billing.data?.billing === null ? (
              <p className="muted">{t('clients:application.noBilling')}</p>
            ) : null}
            {billing.data?.billing ? <BillingValues billing={billing.data.billing} /> : null}
          </section>
        </div>
      </CardBody>
      <CardFooter>
        <Button variant="solid" icon={<IconCheck aria-hidden />} onClick={() => setAsking(true)}>
          {t('clients:change.approve.action')}
        </Button>
        <span className="meta">{t('clients:application.note')}</span>
      </CardFooter>
      <StatusDialog client={client} opened={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

function BillingValues({ billing }: { billing: Billing }) {
  const { t } = useTranslation()
  const person = billing.identityNumber !== ''
  return (
    <dl className={`stack ${classes.values}`}>
      <Value name={person ? t('clients:billing.person') : t('clients:billing.title')}>
        {person ? `${billing.name} ${billing.surname}` : billing.title}
      </Value>
      <Value name={person ? t('clients:billing.identityNumber') : t('clients:billing.taxNumber')}>
        {person ? billing.identityNumber : billing.taxNumber}
      </Value>
      {billing.taxOffice ? <Value name={t('clients:billing.taxOffice')}>{billing.taxOffice}</Value> : null}
      <Value name={t('clients:billing.address')}>
        {`${billing.address}, ${billing.district}, ${billing.city}, ${billing.country}`}
      </Value>
      <Value name={t('clients:field.email')}>{billing.email}</Value>
      <Value name={t('clients:field.phone')}>{billing.phone}</Value>
    </dl>
  )
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex split gap-16 ruled-bottom">
      <dt className="muted">{name}</dt>
      <dd className="num breakable text-end" dir="auto">
        {children}
      </dd>
    </div>
  )
}
