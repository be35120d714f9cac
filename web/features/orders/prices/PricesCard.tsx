import { IconCoins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { InventoryDetail } from '#contract/definitions.ts'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import classes from './prices.module.css'

interface PricesCardProps {
  inventory: InventoryDetail
  inventoryId: string
}

/** The unit price by quantity, and a button to change it. */
export function PricesCard({ inventory, inventoryId }: PricesCardProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  // The prices are open while that is in the address, so that Back closes them.
  const [params, setParams] = useSearchParams()
  const { name, priceTiers } = inventory
  const priced = { id: inventoryId, name, priceTiers }
  return (
    <Card>
      <CardHeader
        title={t('inventories:prices')}
        actions={
          <Button
            size="sm"
            icon={<IconCoins aria-hidden />}
            aria-label={t('inventories:pricesOf', { name })}
            onClick={() => setParams({ prices: 'open' }, { preventScrollReset: true })}
          >
            {t('inventories:prices')}
          </Button>
        }
      />
      <CardBody>
        {priceTiers.length === 0 ? (
          <p className="meta">{t('inventories:noPrice')}</p>
        ) : (
          <table className={`full-width num ${classes.tiers}`}>
            <caption className="sr">{t('inventories:pricesOf', { name })}</caption>
            <thead>
              <tr>
                <th className="medium faint text-start ruled-bottom no-padding" scope="col">
                  {t('inventories:from')}
                </th>
                <th className="medium faint text-start ruled-bottom no-padding" scope="col">
                  {t('inventories:price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {priceTiers.map(({ fromQuantity, unitPriceKurus }) => (
                <tr key={fromQuantity}>
                  <td className="text-start ruled-bottom no-padding">
                    {t('inventories:fromUnits', { number: number(fromQuantity) })}
                  </td>
                  <td className="text-start ruled-bottom no-padding">
                    {formatMoney(unitPriceKurus, i18n.language)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </CardBody>
      <PricesPanel
        inventory={params.get('prices') ? priced : undefined}
        onClose={() => setParams({}, { preventScrollReset: true })}
      />
    </Card>
  )
}
