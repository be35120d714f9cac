import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type StatementColumns, statementFaults } from '#contract/eft.ts'
import { ApiError } from '../../../app/apiError.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'

/** The decisions of the admin: to leave rows out, to take letters as they are. */
export interface Accepted {
  skipBadRows?: 'true'
  acceptLetters?: 'true'
}

function accept(accepted: Accepted, name: keyof Accepted, checked: boolean): Accepted {
  const { [name]: _, ...others } = accepted
  return checked ? { ...others, [name]: 'true' } : others
}

/** The rows for which an import was refused. */
export const badRowsOf = (error: Error | null) =>
  error instanceof ApiError && error.code === 'bad_rows'
    ? statementFaults.safeParse(error.problem).data
    : undefined

interface ImportDecisionsProps {
  letters: StatementColumns['brokenLetters']
  badRows: z.infer<typeof statementFaults> | undefined
  accepted: Accepted
  onChange: (accepted: Accepted) => void
}

/** Asks about rows that can't be read and letters that look broken; nothing is kept before an admin decides. */
export function ImportDecisions({ letters, badRows, accepted, onChange }: ImportDecisionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {letters ? (
        <Alert type="warning" duration={0} title={t('orders:eft.letters', letters)}>
          <CheckboxField
            label={t('orders:eft.acceptLetters')}
            checked={accepted.acceptLetters === 'true'}
            onChange={(event) => onChange(accept(accepted, 'acceptLetters', event.currentTarget.checked))}
          />
        </Alert>
      ) : null}
      {badRows ? (
        <Alert type="warning" duration={0} title={t('orders:eft.badRows', { number: badRows.count })}>
          <ul>
            {badRows.faults.map(({ line, column, code, text }) => (
              <li key={`${line} ${column}`}>
                {t('orders:eft.place', { line, column })} {t(`orders:eft.fault.${code}`)} <q>{text}</q>
              </li>
            ))}
          </ul>
          <CheckboxField
            label={t('orders:eft.skipBadRows')}
            checked={accepted.skipBadRows === 'true'}
            onChange={(event) => onChange(accept(accepted, 'skipBadRows', event.currentTarget.checked))}
          />
        </Alert>
      ) : null}
    </>
  )
}

interface SheetFieldProps {
  columns: StatementColumns | undefined
  onSheet: (sheet: string) => void
}

/** Which sheet of a workbook with several is the statement. */
export function SheetField({ columns, onSheet }: SheetFieldProps) {
  const { t } = useTranslation()
  if (columns === undefined || columns.sheets.length < 2) return null
  return (
    <SelectField
      label={t('orders:eft.sheet')}
      data={columns.sheets}
      value={columns.sheet}
      allowDeselect={false}
      onChange={(sheet) => {
        if (sheet !== null) onSheet(sheet)
      }}
    />
  )
}
