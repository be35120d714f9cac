import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOperator } from '#contract/access.ts'
import { formatDate } from '#contract/format.ts'
import {
  confirmSignInDomain,
  deleteIdentityProvider,
  type IdentityDomain,
  type IdentityProvider,
} from '#contract/identity-providers.ts'
import { useAuth } from '../../../app/auth.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { useAction } from '../../../app/useAction.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import { ChangeProvider } from './ProviderForms.tsx'

interface ProviderItemProps {
  clientId: string
  provider: IdentityProvider
}

/** One provider: what to register there, its domains with their records, and what can be done with it. */
export function ProviderItem({ clientId, provider }: ProviderItemProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const close = () => setAsking(undefined)
  return (
    <article className="stack one-column gap-16">
      <div className="row split wraps gap-12">
        <div className="stack gap-4 min-0">
          <h3 className="text-16 breakable">{provider.issuer}</h3>
          <span className="muted breakable">
            {t('single-sign-on:field.clientId')}: {provider.clientId}
          </span>
          {provider.only ? <span className="medium">{t('single-sign-on:only')}</span> : null}
        </div>
        <div className="cluster gap-8">
          <Button size="sm" onClick={() => setAsking('edit')}>
            {t('single-sign-on:edit.action')}
          </Button>
          <Button size="sm" danger onClick={() => setAsking('delete')}>
            {t('single-sign-on:delete.action')}
          </Button>
        </div>
      </div>
      <CallbackAddress url={provider.callbackUrl} />
      {provider.domains.map((domain) => (
        <Domain key={domain.domain} clientId={clientId} providerId={provider.id} of={domain} />
      ))}
      <SidePanel opened={asking === 'edit'} title={t('single-sign-on:edit.title')} held onClose={close}>
        {asking === 'edit' ? <ChangeProvider clientId={clientId} provider={provider} onDone={close} /> : null}
      </SidePanel>
      <ConfirmAction
        call={deleteIdentityProvider}
        input={{ params: { clientId, providerId: provider.id } }}
        done={t('single-sign-on:delete.done')}
        opened={asking === 'delete'}
        title={t('single-sign-on:delete.title')}
        consequence={t('single-sign-on:delete.text')}
        confirmLabel={t('single-sign-on:delete.action')}
        onClose={close}
      />
    </article>
  )
}

interface DomainProps {
  clientId: string
  providerId: string
  of: IdentityDomain
}

/** A domain: confirmed, or with the record to set. Admins confirm it. */
function Domain({ clientId, providerId, of: { domain, record, confirmedAt } }: DomainProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(clientId)
  const mayConfirm = useAuth(({ user }) => isOperator(user))
  const confirming = useAction(confirmSignInDomain, {
    done: t('single-sign-on:domain.done', { domain }),
    failed: t('single-sign-on:domain.failed', { domain }),
  })
  const copy = { copy: t('single-sign-on:copy'), copied: t('single-sign-on:copied') }
  return (
    <section className="stack one-column gap-8">
      <div className="row split wraps gap-12">
        <b className="semibold breakable">{domain}</b>
        {confirmedAt === null ? (
          <StatusWord tone="waiting" icon={IconAlertTriangle}>
            {t('single-sign-on:domain.waiting')}
          </StatusWord>
        ) : (
          <StatusWord tone="done" icon={IconCircleCheck}>
            {t('single-sign-on:domain.confirmed', { date: formatDate(confirmedAt, i18n.language, timeZone) })}
          </StatusWord>
        )}
      </div>
      {confirmedAt === null ? (
        <>
          <p className="muted">
            {t(mayConfirm ? 'single-sign-on:domain.setHere' : 'single-sign-on:domain.set')}
          </p>
          <span className="text-13 muted">{t('single-sign-on:domain.name')}</span>
          <LinkBox url={record.name} {...copy} />
          <span className="text-13 muted">{t('single-sign-on:domain.value')}</span>
          <LinkBox url={record.value} {...copy} />
        </>
      ) : null}
      {mayConfirm ? (
        <div className="cluster">
          <Button
            size="sm"
            loading={confirming.isPending}
            onClick={() => confirming.mutate({ params: { clientId, providerId, domain } })}
          >
            {t(confirmedAt === null ? 'single-sign-on:domain.confirm' : 'single-sign-on:domain.confirmAgain')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
