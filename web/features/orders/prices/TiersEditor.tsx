import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { priceTier } from '#contract/prices.ts'
import { limitsOf } from '../../../app/limits.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './prices.module.css'
import { emptyTier, maxTiers, type problemsOf, type TierFields } from './tiers.ts'

interface TiersEditorProps {
  tiers: readonly TierFields[]
  /** Line by line; empty until they are to be seen. */
  problems: ReturnType<typeof problemsOf>
  onChange: (tiers: readonly TierFields[]) => void
  /** The last line cannot be taken away. */
  keepsOne?: boolean
}

/** Unit prices by quantity, a line each; the first counts from one unit on. */
export function TiersEditor({ tiers, problems, onChange, keepsOne = false }: TiersEditorProps) {
  const { t } = useTranslation()
  const set = (key: string, values: Partial<TierFields>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...values } : tier)))
  const problem = (at: number, name: 'from' | 'price') => {
    const found = problems[at]?.[name]
    return found ? t(`inventories:problem.${found}`) : undefined
  }
  return (
    <>
      {tiers.map(({ key, from, price }, at) => (
        <div key={key} className={`stack align-start gap-8 ${classes.tier}`}>
          <TextField
            label={t('inventories:from')}
            {...limitsOf(priceTier.shape, 'fromQuantity')}
            autoComplete="off"
            readOnly={at === 0}
            value={at === 0 ? '1' : from}
            error={problem(at, 'from')}
            onChange={({ currentTarget: { value } }) => set(key, { from: value })}
          />
          <TextField
            label={t('inventories:price')}
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={problem(at, 'price')}
            onChange={({ currentTarget: { value } }) => set(key, { price: value })}
          />
          <IconButton
            label={t('inventories:remove', { number: at + 1 })}
            disabled={keepsOne && tiers.length === 1}
            onClick={() => onChange(tiers.filter((tier) => tier.key !== key))}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      {tiers.length < maxTiers ? (
        <Button
          variant="twoTone"
          icon={<IconPlus aria-hidden />}
          onClick={() => onChange([...tiers, emptyTier(tiers.length === 0 ? '1' : '')])}
        >
          {t('inventories:add')}
        </Button>
      ) : null}
    </>
  )
}
