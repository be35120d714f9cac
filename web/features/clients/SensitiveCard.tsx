import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, disableInventory } from '#contract/enablements.ts'
import { formatDate } from '#contract/format.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TableError } from '../../ui/TableStates.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './clients.module.css'
import { EnablePanel } from './EnablePanel.tsx'
import { word } from './sensitiveWords.ts'
import { useClientAct } from './useClients.ts'
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
        <TableError
          title={t('clients:sensitive.failed')}
          message={errorMessage(error)}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      ) : (
        <CardBody className={classes.sensitive ?? ''}>
          <p className="meta">{t('clients:sensitive.text')}</p>
          {(data ?? []).map((one) => (
            <Sensitive
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

interface SensitiveProps {
  one: ClientInventory
  timeZone: string
  onEnable: () => void
  onDisable: () => void
}

function Sensitive({ one, timeZone, onEnable, onDisable }: SensitiveProps) {
  const { t, i18n } = useTranslation()
  const { inventory, enabled, legalBasis, enabledAt, enabledBy, recipients } = one
  return (
    <section>
      <h3 dir="auto">{inventory.name}</h3>
      {one.sensitive ? null : (
        <p className="meta">{t('clients:sensitive.scale.text', { names: one.sensitiveScales.join(', ') })}</p>
      )}
      <StatusWord tone={enabled ? 'done' : 'cancelled'} icon={enabled ? IconLockOpen : IconLock}>
        {enabled ? t('clients:sensitive.enabled') : t('clients:sensitive.disabled')}
      </StatusWord>
      {enabled ? (
        <dl className={classes.stacked}>
          <div>
            <dt>{t('clients:sensitive.legalBasis')}</dt>
            <dd dir="auto">{legalBasis}</dd>
          </div>
          <div>
            <dt>{t('clients:sensitive.recipients')}</dt>
            <dd dir="auto">
              {recipients.map(({ name, email }) => name || email).join(', ') || t('clients:sensitive.nobody')}
            </dd>
          </div>
          {enabledAt ? (
            <div>
              <dt>{t('clients:sensitive.enabledBy')}</dt>
              <dd dir="auto">
                {[enabledBy, formatDate(enabledAt, i18n.language, timeZone)].filter(Boolean).join(', ')}
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <div className={classes.buttons}>
        <Button size="sm" onClick={onEnable}>
          {enabled ? t('clients:sensitive.change') : t(word(one, 'enable'))}
        </Button>
        {enabled ? (
          <Button size="sm" danger variant="plain" onClick={onDisable}>
            {t(word(one, 'disable'))}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

interface DisableDialogProps {
  client: Client
  one: ClientInventory | undefined
  onClose: () => void
}

function DisableDialog({ client, one, onClose }: DisableDialogProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(one)
  if (one !== undefined && one !== shown) setShown(one)
  const disabling = useClientAct(client.id, (inventoryId: string) =>
    api(disableInventory, { params: { clientId: client.id, inventoryId } }),
  )
  if (shown === undefined) return null
  const { id, name } = shown.inventory
  const confirm = () =>
    disabling.mutate(id, {
      onSuccess: () => toast.success(t(word(shown, 'disabledDone'))),
      onError: (error) => toast.error(`${t('clients:sensitive.disableFailed')}: ${errorMessage(error)}`),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      opened={one !== undefined}
      title={t('clients:sensitive.disableTitle', { name })}
      consequence={t(word(shown, 'consequence'), { client: client.name })}
      confirmLabel={t(word(shown, 'disable'))}
      busy={disabling.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
