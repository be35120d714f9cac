import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { Inventory as Whole } from '#contract/inventories.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './inventories.module.css'
import { problemsOf, type TierFields, tiersOf } from './tiers.ts'
import { useSetPrices } from './useSetPrices.ts'

type Inventory = Pick<Whole, 'id' | 'name' | 'priceTiers'>

interface PricesPanelProps {
  /** None: the panel is closed. */
  inventory: Inventory | undefined
  onClose: () => void
}

export function PricesPanel({ inventory, onClose }: PricesPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel
      opened={inventory !== undefined}
      title={t('inventories:pricesOf', { name: inventory?.name ?? '' })}
      onClose={onClose}
      held
    >
      {inventory ? <Form key={inventory.id} inventory={inventory} onClose={onClose} /> : null}
    </SidePanel>
  )
}

const most = 20
const emptyTier = (from = ''): TierFields => ({ key: crypto.randomUUID(), from, price: '' })

function Form({ inventory, onClose }: { inventory: Inventory; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [tiers, setTiers] = useState<readonly TierFields[]>(() => startOf(inventory, i18n.language))
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const saving = useSetPrices(inventory.id)
  const problems = problemsOf(tiers)
  const set = (key: string, values: Partial<TierFields>) =>
    setTiers((now) => now.map((tier) => (tier.key === key ? { ...tier, ...values } : tier)))
  const problem = (at: number, name: 'from' | 'price') => {
    const found = problems[at]?.[name]
    return asked && found ? t(`inventories:problem.${found}`) : undefined
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    setAsked(true)
    if (problems.some((one) => Object.keys(one).length > 0)) {
      // After the errors are drawn.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    saving.mutate(tiersOf(tiers), {
      onSuccess: () => {
        toast.success(t('inventories:saved'))
        onClose()
      },
    })
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {saving.error ? (
        <Alert type="danger" duration={0} title={t('inventories:saveFailed')}>
          {errorMessage(saving.error)}
        </Alert>
      ) : null}
      <p className="meta">{t('inventories:help')}</p>
      {tiers.map(({ key, from, price }, at) => (
        <div key={key} className={classes.tier}>
          <TextField
            label={t('inventories:from')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            readOnly={at === 0}
            value={at === 0 ? '1' : from}
            error={problem(at, 'from')}
            onChange={({ currentTarget: { value } }) => set(key, { from: value })}
          />
          <TextField
            label={t('inventories:price')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            value={price}
            error={problem(at, 'price')}
            onChange={({ currentTarget: { value } }) => set(key, { price: value })}
          />
          <IconButton
            label={t('inventories:remove', { number: at + 1 })}
            onClick={() => setTiers((now) => now.filter((tier) => tier.key !== key))}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      {tiers.length < most ? (
        <Button
          variant="twoTone"
          icon={<IconPlus aria-hidden />}
          onClick={() => setTiers((now) => [...now, emptyTier(now.length === 0 ? '1' : '')])}
        >
          {t('inventories:add')}
        </Button>
      ) : null}
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={saving.isPending}>
          {t('inventories:save')}
        </Button>
      </div>
    </form>
  )
}

function startOf({ priceTiers }: Inventory, locale: string): TierFields[] {
  if (priceTiers.length === 0) return [emptyTier('1')]
  return priceTiers.map(({ fromQuantity, unitPriceKurus }) => ({
    key: String(fromQuantity),
    from: formatNumber(fromQuantity, locale),
    price: formatNumber(unitPriceKurus / 100, locale, 2, 2),
  }))
}
