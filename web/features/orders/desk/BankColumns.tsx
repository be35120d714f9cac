import { useTranslation } from 'react-i18next'
import { type ColumnMapping, columnMapping, importStatement, type StatementColumns } from '#contract/eft.ts'
import { limitsOf } from '../../../app/limits.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import classes from './desk.module.css'

const needed = ['date', 'amount', 'description'] as const
const extra = ['sender', 'reference', 'direction', 'currency'] as const

/** The columns chosen so far; an empty text is a column that is not chosen. */
export type ColumnChoice = Record<(typeof needed)[number] | (typeof extra)[number] | 'bank', string> &
  Pick<ColumnMapping, 'decimal' | 'dayOrder'>

export const noColumns: ColumnChoice = {
  bank: '',
  date: '',
  amount: '',
  description: '',
  sender: '',
  reference: '',
  direction: '',
  currency: '',
  decimal: 'comma',
  dayOrder: 'dmy',
}

/** The mapping that is chosen; undefined while a column that has to be there is missing. */
export function chosenMapping({ bank: _, ...columns }: ColumnChoice): ColumnMapping | undefined {
  const given = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== ''))
  return columnMapping.safeParse(given).data
}

interface BankColumnsProps {
  columns: StatementColumns
  /** Banks whose columns are remembered. */
  banks: readonly string[]
  choice: ColumnChoice
  onChange: (choice: ColumnChoice) => void
  onBank: (bank: string) => void
  asked: boolean
}

/** Says which bank a CSV is of, and what each of its columns is. */
export function BankColumns({ columns, banks, choice, onChange, onBank, asked }: BankColumnsProps) {
  const { t } = useTranslation()
  const known = banks.includes(choice.bank)
  const headings = [...new Set(columns.headings.filter((heading) => heading !== ''))]
  const missing = (value: string) => (asked && value.trim() === '' ? t('orders:approve.missing') : undefined)
  const column = (name: (typeof needed)[number] | (typeof extra)[number], isNeeded: boolean) => (
    <SelectField
      key={name}
      label={t(`orders:eft.columns.${name}`)}
      data={[
        ...(isNeeded ? [] : [{ value: '', label: t('orders:eft.columns.none') }]),
        ...headings.map((heading) => ({ value: heading, label: heading })),
      ]}
      value={headings.includes(choice[name]) || !isNeeded ? choice[name] : null}
      onChange={(heading) => onChange({ ...choice, [name]: heading ?? '' })}
      error={isNeeded ? missing(headings.includes(choice[name]) ? choice[name] : '') : undefined}
    />
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section className={`rounded edged ${classes.sample}`} aria-label={t('orders:eft.sample')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.headings.map((heading, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, their places do not.
                <th className="semibold edged-bottom" key={at} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file that is only shown.
              <tr key={row}>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {columns.suggested === null && !known ? (
        <Alert type="info" duration={0}>
          {t('orders:eft.unknownColumns')}
        </Alert>
      ) : null}
      {banks.length > 0 ? (
        <SelectField
          label={t('orders:eft.bank')}
          data={[
            ...banks.map((bank) => ({ value: bank, label: bank })),
            { value: '', label: t('orders:eft.otherBank') },
          ]}
          value={known ? choice.bank : ''}
          onChange={(bank) => onBank(bank ?? '')}
        />
      ) : null}
      {known ? null : (
        <TextField
          label={t('orders:eft.bankName')}
          help={t('orders:eft.bankHelp')}
          value={choice.bank}
          maxLength={limitsOf(importStatement.query.shape, 'bank').maxLength}
          onChange={(event) => onChange({ ...choice, bank: event.currentTarget.value })}
          error={missing(choice.bank)}
        />
      )}
      <div className="stack two-columns gap-12">
        {needed.map((name) => column(name, true))}
        {extra.map((name) => column(name, false))}
        <SelectField
          label={t('orders:eft.columns.decimal')}
          data={[
            { value: 'comma', label: '1.234,56' },
            { value: 'point', label: '1,234.56' },
          ]}
          value={choice.decimal}
          onChange={(decimal) => onChange({ ...choice, decimal: decimal === 'point' ? 'point' : 'comma' })}
        />
        <SelectField
          label={t('orders:eft.columns.dayOrder')}
          data={[
            { value: 'dmy', label: '31.12.2026' },
            { value: 'ymd', label: '2026-12-31' },
            { value: 'mdy', label: '12/31/2026' },
          ]}
          value={choice.dayOrder}
          onChange={(order) =>
            onChange({ ...choice, dayOrder: order === 'ymd' || order === 'mdy' ? order : 'dmy' })
          }
        />
      </div>
    </>
  )
}
