import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addClientPrice } from '#contract/client-prices.ts'
import type { Client } from '#contract/clients.ts'
import { problemOf } from '../../../app/apiError.ts'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import classes from './prices.module.css'
import { TiersEditor } from './TiersEditor.tsx'
import { fieldsOf, hasProblem, problemsOf, type TierFields, tiersOf } from './tiers.ts'
import { useListPrices } from './useListPrices.ts'

interface Filled {
  inventoryId: string | null
  /** None: the list prices are still as they were. */
  tiers: readonly TierFields[] | undefined
  validFrom: string | null
  validUntil: string | null
}

interface PriceFormProps {
  client: Client
  onClose: () => void
}

/** Sets a test's prices for this client, and their first and last day. It begins with the list prices. */
export function PriceForm({ client, onClose }: PriceFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useListPrices()
  const { form, today, setUnreadable, tiers } = usePriceForm(client.id, list, onClose)
  const { inventoryId, validFrom } = form.values
  const listPrices = list.wordsOf(inventoryId)

  return (
    <PanelForm form={form} submit={t('clients:prices.save')} onCancel={onClose}>
      <Failure of={{ problem: problemOf(list.error, t('inventories:failed')) }} />
      <SelectField
        label={t('clients:prices.test')}
        placeholder={t('clients:prices.chooseTest')}
        searchable
        openOnFocus={false}
        data={list.tests.map((one) => ({ value: one.id, label: one.name }))}
        help={listPrices === '' ? undefined : t('clients:prices.listIs', { prices: listPrices })}
        {...form.control('inventoryId')}
        data-autofocus
      />
      <fieldset
        className={`stack one-column min-0 gap-16 ${classes.fieldset}`}
        aria-describedby={`${id}-help`}
      >
        <legend className="text-16 semibold">{t('clients:prices.agreed')}</legend>
        <TiersEditor
          tiers={tiers}
          problems={form.isWrong('tiers') ? problemsOf(tiers, false) : []}
          onChange={(changed) => form.set('tiers', changed)}
          keepsOne
        />
        <p id={`${id}-help`} className="meta">
          {t('clients:prices.tiersHelp')}
        </p>
      </fieldset>
      <DateField label={t('clients:prices.firstDay')} minDate={today} {...form.control('validFrom')} />
      <DateField
        label={t('clients:prices.lastDay')}
        help={t('clients:prices.lastDayHelp')}
        optional
        minDate={validFrom ?? today}
        {...form.control('validUntil')}
        onUnreadable={setUnreadable}
      />
    </PanelForm>
  )
}

/** An agreed price as it is filled in, and the state of sending it. */
function usePriceForm(clientId: string, list: ReturnType<typeof useListPrices>, onAdded: () => void) {
  const { t, i18n } = useTranslation()
  const today = todayIn('Europe/Istanbul')
  const [unreadable, setUnreadable] = useState(false)
  // Stable keys, so that a line keeps its focus while it is typed into.
  const [empty] = useState(() => fieldsOf([], i18n.language))
  /** The typed prices; before that, the list prices. */
  const tiersNow = ({ inventoryId, tiers }: Filled) => {
    const listed = list.tiersOf(inventoryId)
    return tiers ?? (listed.length === 0 ? empty : fieldsOf(listed, i18n.language))
  }
  const adding = useAction(addClientPrice, {
    done: t('clients:prices.added'),
    failed: t('clients:prices.addFailed'),
    inline: true,
  })
  const form = useForm<Filled>({
    start: { inventoryId: null, tiers: undefined, validFrom: today, validUntil: null },
    check: (values) => {
      const { inventoryId, validFrom, validUntil } = values
      const backwards = validFrom !== null && validUntil !== null && validUntil < validFrom
      return {
        inventoryId: inventoryId === null ? t('clients:prices.testMissing') : undefined,
        tiers: hasProblem(tiersNow(values), false) || undefined,
        validFrom: validFrom === null ? t('clients:prices.dayMissing') : undefined,
        validUntil: backwards ? t('clients:prices.lastBeforeFirst') : unreadable || undefined,
      }
    },
    sending: adding,
    send: (values) => {
      const { inventoryId, validFrom, validUntil } = values
      if (inventoryId === null || validFrom === null) return
      const tiers = tiersOf(tiersNow(values))
      adding.mutate(
        {
          params: { clientId },
          body: { inventoryId, tiers, validFrom, ...(validUntil !== null && { validUntil }) },
        },
        { onSuccess: onAdded },
      )
    },
  })
  return { form, today, setUnreadable, tiers: tiersNow(form.values) }
}
