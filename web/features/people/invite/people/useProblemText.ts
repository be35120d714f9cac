import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { type ListProblem, maxRows } from './parse/rows.ts'

/** Says why a list could not be read, and what to do. */
export function useProblemText() {
  const { t, i18n } = useTranslation()
  return ({ code, count }: ListProblem) =>
    t(`invite:problem.${code}`, {
      rows: formatNumber(count ?? 0, i18n.language),
      max: formatNumber(maxRows, i18n.language),
    })
}
