import { Skeleton } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatPercent } from '#contract/format.ts'
import { listTaxRates, type TaxRate } from '#contract/tax-rates.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from './prices.module.css'
import { RemoveRateDialog } from './RemoveRateDialog.tsx'
import { TaxRateForm } from './TaxRateForm.tsx'

/** The KDV rate in force, those to come and those before. */
export function TaxRatesCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useTaxRates()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<TaxRate>()
  return (
    <Card aria-busy={data === undefined && !error}>
      <CardHeader
        title={t('inventories:tax.title')}
        actions={
          <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
            {t('inventories:tax.add')}
          </Button>
        }
      />
      {error && data === undefined ? (
        <LoadFailure of={{ error, refetch }} title={t('inventories:tax.failed')} />
      ) : (
        <CardBody className="stack gap-12">
          <p className="meta">{t('inventories:tax.text')}</p>
          {data ? (
            <ul className={`stack ${classes.rates}`} aria-label={t('inventories:tax.title')}>
              {data.map((rate) => (
                <Rate key={rate.validFrom} rate={rate} onRemove={() => setRemoving(rate)} />
              ))}
            </ul>
          ) : (
            <Skeleton height={48} radius={8} />
          )}
        </CardBody>
      )}
      <SidePanel opened={adding} title={t('inventories:tax.add')} onClose={() => setAdding(false)} held>
        {adding ? <TaxRateForm onClose={() => setAdding(false)} /> : null}
      </SidePanel>
      <RemoveRateDialog rate={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  )
}

const looks: Record<TaxRate['state'], { tone: StatusTone; icon: TablerIcon }> = {
  current: { tone: 'done', icon: IconCircleCheck },
  upcoming: { tone: 'waiting', icon: IconClock },
  past: { tone: 'cancelled', icon: IconCircleOff },
}

function Rate({
  rate: { rate, validFrom, state, canRemove, createdBy },
  onRemove,
}: {
  rate: TaxRate
  onRemove: () => void
}) {
  const { t, i18n } = useTranslation()
  const percent = formatPercent(rate, i18n.language, 2)
  return (
    <li className="stack align-center ruled-top">
      <b className="text-20 semibold num">{percent}</b>
      <span className="stack min-0 breakable">
        <span>{t('inventories:tax.since', { day: formatDay(validFrom, i18n.language) })}</span>
        {createdBy ? (
          <span className="meta" dir="auto">
            {t('inventories:tax.by', { name: createdBy })}
          </span>
        ) : null}
      </span>
      <StatusWord {...looks[state]}>{t(`inventories:tax.state.${state}`)}</StatusWord>
      {canRemove ? (
        <IconButton size="sm" label={t('inventories:tax.removeOf', { rate: percent })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

const useTaxRates = () =>
  useQuery({ queryKey: ['tax-rates'], queryFn: ({ signal }) => api(listTaxRates, { signal }) })
