import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, listApiKeys, revokeApiKey } from '#contract/api-keys.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { ListTable } from '../../../app/ListTable.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { ApiKeyForm, type MadeKey } from './ApiKeyForm.tsx'
import { useApiKeyColumns } from './useApiKeyColumns.tsx'

/** The API keys of an organisation: made, shown once, and revoked. */
export function ApiKeysSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const keys = useList(listApiKeys, { params: { clientId }, ordering: '-createdAt', fresh: true })
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const columns = useApiKeyColumns(useClientTimeZone(clientId), setRevoking)
  const close = () => {
    setMaking(false)
    setMade(undefined)
  }
  const open = (
    <Button size="sm" icon={<IconKey aria-hidden />} onClick={() => setMaking(true)}>
      {t('apiKeys:new.open')}
    </Button>
  )
  const isEmpty = keys.list.data?.count === 0 && keys.params.search === ''
  return (
    <>
      <Card clip>
        <CardHeader
          title={t('apiKeys:section')}
          actions={
            <>
              <a className="link" href="/api/docs" target="_blank" rel="noreferrer">
                {t('apiKeys:docs')}
              </a>
              {isEmpty ? null : open}
            </>
          }
        />
        <ListTable
          label={t('apiKeys:section')}
          columns={columns}
          rowKey={({ id }) => id}
          of={keys}
          search={t('apiKeys:search')}
          failed={t('apiKeys:failed')}
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('apiKeys:empty.title')} actions={open}>
              {t('apiKeys:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: t('apiKeys:noMatch', { search: keys.params.search }),
            clearLabel: t('apiKeys:clear'),
          }}
          minWidth={620}
        />
        <OrganisationId clientId={clientId} />
      </Card>
      <SidePanel
        opened={making}
        title={t(made === undefined ? 'apiKeys:new.title' : 'apiKeys:made.title')}
        onClose={close}
        held
      >
        {made === undefined ? (
          <ApiKeyForm clientId={clientId} onMade={setMade} onClose={close} />
        ) : (
          <OneTimeSecret
            of={made.name}
            secret={made.key}
            title={t('apiKeys:made.once')}
            copy={t('apiKeys:made.copy')}
            copied={t('apiKeys:made.copied')}
            onDone={close}
          >
            {t('apiKeys:made.keep')}
          </OneTimeSecret>
        )}
      </SidePanel>
      <ConfirmAction
        call={revokeApiKey}
        input={revoking && { params: { clientId, keyId: revoking.id } }}
        done={t('apiKeys:revoke.done')}
        opened={revoking !== undefined}
        title={t('apiKeys:revoke.title', { name: revoking?.name ?? '' })}
        consequence={t('apiKeys:revoke.text')}
        confirmLabel={t('apiKeys:revoke.action')}
        onClose={() => setRevoking(undefined)}
      />
    </>
  )
}

/** The organisation's id, which the address of each call has. */
function OrganisationId({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  return (
    <CardFooter>
      <span className="muted">{t('apiKeys:organisationId')}</span>
      <div className="min-0">
        <LinkBox url={clientId} copy={t('apiKeys:copyId')} />
      </div>
    </CardFooter>
  )
}
