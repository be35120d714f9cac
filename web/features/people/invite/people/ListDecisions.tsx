import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { BrokenLetters } from '#tables/decode.ts'
import type { Fault } from '#tables/table.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../../ui/form/CheckboxField.tsx'
import type { Draft } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import type { PeopleError } from './peopleError.ts'

/** More than these nobody reads; the file is corrected then. */
const shownFaults = 10

interface ListDecisionsProps {
  faults: readonly Fault[]
  broken: BrokenLetters | null
  draft: Draft
  dispatch: (action: Action) => void
  error: PeopleError | undefined
}

/** Asks about rows that can't be read and letters that look broken; the list is used only after someone decides. */
export function ListDecisions({ faults, broken, draft, dispatch, error }: ListDecisionsProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const count = faults.length
  return (
    <>
      {broken ? (
        <Alert type="warning" duration={0} title={t('invite:letters.title')}>
          <p>{t('invite:letters.text', { line: broken.line, word: broken.text })}</p>
          <CheckboxField
            label={t('invite:letters.accept')}
            checked={draft.acceptLetters}
            error={error === 'brokenLetters' ? t('invite:error.brokenLetters') : undefined}
            onChange={(event) =>
              dispatch({ type: 'list', values: { acceptLetters: event.currentTarget.checked } })
            }
          />
        </Alert>
      ) : null}
      {count > 0 ? (
        <Alert type="warning" duration={0} title={t('invite:fault.title', { count, number: number(count) })}>
          <ul>
            {faults.slice(0, shownFaults).map(({ line, column, code, text }) => (
              <li key={`${line} ${column}`}>
                {t('invite:fault.place', { line: number(line), column: number(column) })}{' '}
                {t(`invite:fault.${code}`)} <q>{text}</q>
              </li>
            ))}
            {count > shownFaults ? (
              <li>{t('invite:fault.more', { number: number(count - shownFaults) })}</li>
            ) : null}
          </ul>
          <CheckboxField
            label={t('invite:fault.leaveOut')}
            checked={draft.skipFaults}
            error={error === 'badRows' ? t('invite:error.badRows') : undefined}
            onChange={(event) =>
              dispatch({ type: 'list', values: { skipFaults: event.currentTarget.checked } })
            }
          />
        </Alert>
      ) : null}
    </>
  )
}
