import { IconChevronRight, IconLock, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Pill } from '../../ui/text/Pill.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { PricesCard } from '../orders/prices/PricesCard.tsx'
import { ClientsCard } from './clients/ClientsCard.tsx'
import { ContentCards } from './content/ContentCards.tsx'
import { Failed } from './Failed.tsx'
import classes from './inventories.module.css'
import { OfferCard } from './offer/OfferCard.tsx'
import { useInventory, useVersion } from './useCatalogue.ts'
import { VersionsCard } from './version/VersionsCard.tsx'

/** One inventory: what it is, its versions and drafts, what it costs, and who may give it. */
export default function InventoryPage() {
  const { code = '' } = useParams()
  const found = useInventory(code)
  if (found.data === undefined) return <Failed asked={found} />
  return <Found inventory={found.data} />
}

function Found({ inventory }: { inventory: InventoryDetail }) {
  const { t } = useTranslation()
  const shown =
    inventory.versions.find(({ state }) => state === 'published') ?? inventory.versions.find(() => true)
  return (
    <>
      <InventoryHead inventory={inventory} />
      <div className={`stack align-start with-aside gap-page ${classes.columns}`}>
        <div>
          <VersionsCard inventory={inventory} />
          {shown ? <Content code={inventory.code} version={shown.version} /> : null}
        </div>
        <div>
          {inventory.inventoryId === null ? (
            <p className="meta">{t('inventories:unpublished')}</p>
          ) : (
            <>
              <OfferCard inventory={inventory} inventoryId={inventory.inventoryId} />
              <ClientsCard inventory={inventory} inventoryId={inventory.inventoryId} />
              <PricesCard inventory={inventory} inventoryId={inventory.inventoryId} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function Content({ code, version }: { code: string; version: number }) {
  const { data } = useVersion({ code, version })
  return data ? <ContentCards content={data} /> : null
}

function InventoryHead({ inventory }: { inventory: InventoryDetail }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { name, code, sensitive, itemCount, minutes, languages } = inventory
  const facts = [
    t('inventories:items', { count: itemCount, number: number(itemCount) }),
    t('inventories:minutes', { count: minutes, number: number(minutes) }),
    languages.map((language) => t(`inventories:language.${language}`)).join(', '),
  ]
  return (
    <PageHeader
      title={name}
      crumbs={
        <>
          <Link to={paths.inventories}>{t('inventories:title')}</Link>
          <IconChevronRight size={16} className="flip" aria-hidden />
          <span dir="auto">{name}</span>
        </>
      }
      aside={
        <>
          <Tag>{code}</Tag>
          {sensitive ? <Pill icon={<IconLock aria-hidden />}>{t('inventories:sensitive')}</Pill> : null}
        </>
      }
      lead={facts.join(' · ')}
      actions={
        <Button component={Link} to={paths.importInventory} icon={<IconUpload aria-hidden />}>
          {t('inventories:import.next')}
        </Button>
      }
    />
  )
}
