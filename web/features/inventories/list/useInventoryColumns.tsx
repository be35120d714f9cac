import { IconFileText, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CatalogueEntry } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { inventoryPath } from '../../../app/paths.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { Pill } from '../../../ui/text/Pill.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import classes from '../inventories.module.css'

export function useInventoryColumns(): Column<CatalogueEntry>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return [
    {
      key: 'name',
      header: t('inventories:column.name'),
      name: t('inventories:column.name'),
      ordering: 'name',
      skeleton: 200,
      wide: true,
      cell: ({ code, name, sensitive }) => (
        <span className="stack items-start min-0 gap-4">
          <Link className="medium breakable hover-underlined" to={inventoryPath(code)} dir="auto">
            {name}
          </Link>
          <span className={`row wraps ${classes.tags}`}>
            <Tag>{code}</Tag>
            {sensitive ? <Pill icon={<IconLock aria-hidden />}>{t('inventories:sensitive')}</Pill> : null}
          </span>
        </span>
      ),
    },
    {
      key: 'version',
      header: t('inventories:column.version'),
      name: t('inventories:column.version'),
      skeleton: 80,
      cell: ({ published, draft }) => (
        <span className={`row wraps ${classes.states}`}>
          {published ? (
            <span>{t('inventories:state.published', { number: published.version })}</span>
          ) : (
            <span className="muted">{t('inventories:state.none')}</span>
          )}
          {draft ? (
            <Pill tone="amber" icon={<IconFileText aria-hidden />}>
              {t('inventories:state.draft', { number: draft.version })}
            </Pill>
          ) : null}
        </span>
      ),
    },
    {
      key: 'items',
      header: t('inventories:column.items'),
      name: t('inventories:column.items'),
      ordering: 'itemCount',
      align: 'end',
      skeleton: 32,
      cell: ({ itemCount }) => number(itemCount),
    },
    {
      key: 'minutes',
      header: t('inventories:column.minutes'),
      name: t('inventories:column.minutes'),
      ordering: 'minutes',
      align: 'end',
      skeleton: 32,
      cell: ({ minutes }) => number(minutes),
    },
    {
      key: 'languages',
      header: t('inventories:column.languages'),
      name: t('inventories:column.languages'),
      skeleton: 96,
      cell: ({ languages }) => languages.map((language) => t(`inventories:language.${language}`)).join(', '),
    },
    {
      key: 'clients',
      header: t('inventories:column.clients'),
      name: t('inventories:column.clients'),
      skeleton: 80,
      cell: ({ enabledFor, published, sensitive }) => {
        if (published === null) return '–'
        const some = t('inventories:clients.some', {
          count: enabledFor ?? 0,
          number: number(enabledFor ?? 0),
        })
        if (sensitive) return some
        return (
          <span className="stack items-start min-0 gap-4">
            <span>{t('inventories:clients.all')}</span>
            {enabledFor === null ? null : (
              <span className="meta">{t('inventories:clients.scales', { clients: some })}</span>
            )}
          </span>
        )
      },
    },
  ]
}
