import { IconCoins, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatMoney, formatNumber } from '#contract/format.ts'
import type { Inventory } from '#contract/inventories.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { ListDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { TableError } from '../../ui/TableStates.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './inventories.module.css'
import { PricesPanel } from './PricesPanel.tsx'
import { useInventories } from './useInventories.ts'

/** The inventories with what they cost. */
export default function InventoriesPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useInventories()
  // Whose prices are open stands in the address, so that Back closes them.
  const [params, setParams] = useSearchParams()
  const open = data?.find(({ id }) => id === params.get('prices'))
  return (
    <>
      <PageHeader title={t('inventories:title')} lead={t('inventories:lead')} />
      {error && data === undefined ? (
        <Card>
          <TableError
            title={t('inventories:failed')}
            message={errorMessage(error)}
            requestId={error instanceof ApiError ? error.requestId : undefined}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : null}
      {data?.length === 0 ? (
        <Card>
          <EmptyState drawing={<ListDrawing />} title={t('inventories:empty')}>
            {t('inventories:emptyText')}
          </EmptyState>
        </Card>
      ) : null}
      <div className={classes.cards} aria-busy={data === undefined && !error}>
        {data === undefined && !error ? <Bones /> : null}
        {(data ?? []).map((inventory) => (
          <InventoryCard
            key={inventory.id}
            inventory={inventory}
            onPrices={() => setParams({ prices: inventory.id }, { preventScrollReset: true })}
          />
        ))}
      </div>
      <PricesPanel inventory={open} onClose={() => setParams({}, { preventScrollReset: true })} />
    </>
  )
}

function InventoryCard({ inventory, onPrices }: { inventory: Inventory; onPrices: () => void }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { name, code, description, minutes, itemCount, sensitive, priceTiers, version } = inventory
  return (
    <Card>
      <CardHeader
        title={name}
        aside={<Tag>{code}</Tag>}
        actions={
          <Button
            size="sm"
            icon={<IconCoins aria-hidden />}
            aria-label={t('inventories:pricesOf', { name })}
            onClick={onPrices}
          >
            {t('inventories:prices')}
          </Button>
        }
      />
      <CardBody className={classes.body ?? ''}>
        <p className={classes.facts}>
          <span>
            {[
              t('inventories:items', { count: itemCount, number: number(itemCount) }),
              t('inventories:minutes', { count: minutes, number: number(minutes) }),
              t('inventories:version', { number: number(version) }),
            ].join(' · ')}
          </span>
          {sensitive ? <Pill icon={<IconLock aria-hidden />}>{t('inventories:sensitive')}</Pill> : null}
        </p>
        {description ? <p className="muted">{description}</p> : null}
        {priceTiers.length === 0 ? (
          <p className="meta">{t('inventories:noPrice')}</p>
        ) : (
          <table className={classes.tiers}>
            <caption className="sr">{t('inventories:pricesOf', { name })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('inventories:from')}</th>
                <th scope="col">{t('inventories:price')}</th>
              </tr>
            </thead>
            <tbody>
              {priceTiers.map(({ fromQuantity, unitPriceKurus }) => (
                <tr key={fromQuantity}>
                  <td>{t('inventories:fromUnits', { number: number(fromQuantity) })}</td>
                  <td>{formatMoney(unitPriceKurus, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </CardBody>
    </Card>
  )
}

/** Grey cards where the inventories will stand. */
function Bones() {
  return ['a', 'b'].map((key) => (
    <Card key={key} className={classes.bones}>
      <span />
      <span />
      <span />
    </Card>
  ))
}
