import { useTranslation } from 'react-i18next'
import { newOrder } from '#contract/access-fields.ts'
import { limitsOf } from '../../../app/limits.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { FoldedPart } from '../../../ui/layout/FoldedPart.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { OrderedTests } from './OrderedTests.tsx'
import { isPauseWrong, opensTooLate, type Terms } from './terms.ts'
import { useTermWords } from './useTermWords.ts'

interface TermsPartProps {
  value: Terms
  onChange: (value: Terms) => void
  onUnreadable: (unreadable: boolean) => void
  dueDate: string | null
  /** The chosen tests in their order, among those that are offered. */
  chosen: readonly string[]
  offers: readonly { id: string; name: string }[] | undefined
  onOrder: (ids: string[]) => void
}

/** Sets when the chosen tests can be started, and whether they have an order. The same for everybody. */
export function TermsPart(props: TermsPartProps) {
  const { value, onChange, onUnreadable, dueDate, chosen, offers = [], onOrder } = props
  const { t } = useTranslation()
  const tests = chosen.flatMap((id) => offers.find((one) => one.id === id) ?? [])
  const words = useTermWords()(value, tests.length)
  const set = (change: Partial<Terms>) => onChange({ ...value, ...change })
  return (
    <FoldedPart title={t('access:title')} words={words} none={t('access:none')}>
      <OpeningFields
        value={value}
        onChange={set}
        onUnreadable={onUnreadable}
        error={opensTooLate(value, dueDate) ? t('access:opening.tooLate') : undefined}
      />
      {tests.length > 1 ? (
        <>
          <CheckboxField
            label={t('access:order.label')}
            checked={value.inOrder}
            onChange={(event) => set({ inOrder: event.currentTarget.checked })}
          />
          {value.inOrder ? (
            <>
              <OrderedTests tests={tests} onOrder={onOrder} />
              <TextField
                label={t('access:order.pause')}
                help={t('access:order.pauseHelp')}
                size="sm"
                {...limitsOf(newOrder.shape, 'pauseMinutes')}
                value={value.pause}
                error={isPauseWrong(value, tests.length) ? t('access:order.pauseWrong') : undefined}
                onChange={(event) => set({ pause: event.currentTarget.value })}
              />
            </>
          ) : null}
        </>
      ) : null}
    </FoldedPart>
  )
}
