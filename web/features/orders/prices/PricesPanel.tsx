import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inventory as Whole } from '#contract/inventories.ts'
import { setPriceTiers } from '#contract/prices.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { TiersEditor } from './TiersEditor.tsx'
import { fieldsOf, hasProblem, problemsOf, type TierFields, tiersOf } from './tiers.ts'

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
      {inventory ? <PricesForm key={inventory.id} inventory={inventory} onClose={onClose} /> : null}
    </SidePanel>
  )
}

function PricesForm({ inventory, onClose }: { inventory: Inventory; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [stored] = useState<readonly TierFields[]>(() => fieldsOf(inventory.priceTiers, i18n.language))
  const saving = useAction(setPriceTiers, {
    done: t('inventories:saved'),
    failed: t('inventories:saveFailed'),
    inline: true,
  })
  const form = useForm({
    start: { tiers: stored },
    check: ({ tiers }) => ({ tiers: hasProblem(tiers) || undefined }),
    sending: saving,
    send: ({ tiers }) =>
      saving.mutate(
        { params: { inventoryId: inventory.id }, body: { tiers: tiersOf(tiers) } },
        { onSuccess: onClose },
      ),
  })
  const { tiers } = form.values

  return (
    <PanelForm form={form} submit={t('inventories:save')} onCancel={onClose}>
      <p className="meta">{t('inventories:help')}</p>
      <TiersEditor
        tiers={tiers}
        problems={form.isWrong('tiers') ? problemsOf(tiers) : []}
        onChange={(changed) => form.set('tiers', changed)}
      />
    </PanelForm>
  )
}
