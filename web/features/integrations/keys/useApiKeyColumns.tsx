import { IconBan, IconCalendarOff, IconCircleCheck, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ApiKey, ApiKeyState } from '#contract/api-keys.ts'
import { formatDateTime } from '#contract/format.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'

const looks: Record<ApiKeyState, { tone: StatusTone; icon: TablerIcon }> = {
  active: { tone: 'done', icon: IconCircleCheck },
  expired: { tone: 'expired', icon: IconCalendarOff },
  revoked: { tone: 'cancelled', icon: IconBan },
}

export function useApiKeyColumns(timeZone: string, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const column = (key: string) => ({ key, header: t(`apiKeys:column.${key}`) })
  return [
    {
      ...column('name'),
      skeleton: 144,
      cell: ({ name, ending }) => (
        <span className="stack min-0 gap-2">
          <b className="medium breakable" dir="auto">
            {name}
          </b>
          <bdi className="meta" dir="ltr">{`tzk_…${ending}`}</bdi>
        </span>
      ),
    },
    {
      ...column('scopes'),
      skeleton: 120,
      cell: ({ scopes, networks }) => (
        <span className="stack min-0 gap-2">
          <span>{scopes.map((scope) => t(`apiKeys:scope.${scope.replace(':', '_')}`)).join(', ')}</span>
          {networks.length > 0 ? (
            <bdi className="meta breakable" dir="ltr">
              {networks.join(', ')}
            </bdi>
          ) : null}
        </span>
      ),
    },
    {
      ...column('createdAt'),
      ordering: 'createdAt',
      cell: ({ createdAt, createdBy }) => (
        <span className="stack min-0 gap-2">
          <span>{at(createdAt)}</span>
          <span className="meta">{createdBy}</span>
        </span>
      ),
    },
    {
      ...column('lastUsedAt'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="muted">{t('apiKeys:neverUsed')}</span> : at(lastUsedAt),
    },
    {
      ...column('state'),
      skeleton: 80,
      cell: ({ state, expiresAt }) => (
        <span className="stack items-start min-0 gap-2">
          <StatusWord {...looks[state]}>{t(`apiKeys:state.${state}`)}</StatusWord>
          <span className="meta">{t('apiKeys:until', { moment: at(expiresAt) })}</span>
        </span>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr">{t('apiKeys:column.actions')}</span>,
      align: 'end',
      skeleton: 24,
      cell: (key) =>
        key.state === 'active' ? (
          <Button
            size="sm"
            danger
            onClick={() => onRevoke(key)}
            aria-label={t('apiKeys:revoke.of', { name: key.name })}
          >
            {t('apiKeys:revoke.short')}
          </Button>
        ) : null,
    },
  ]
}
