import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { Result } from '../draft/draft.ts'
import { useAssignedWords } from './useAssignedToast.tsx'

/** The rows that were not sent: what is wrong with a row, or that the same person comes earlier in the list. */
export function partedFailures({ failed }: Result) {
  const repeated = failed.filter(({ reason }) => reason === 'duplicate' || reason === 'same_person').length
  return { failed: failed.length - repeated, repeated }
}

/** The result of an invitation, in sentences. */
export function useResultWords() {
  const { t, i18n } = useTranslation()
  const figures = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const given = useAssignedWords()
  return (result: Result): string => {
    const { created, existing, tests, otherNames = [] } = result
    const { failed, repeated } = partedFailures(result)
    return [
      created.length + existing.length === 0 ? t('invite:result.nobody') : '',
      created.length > 0 ? t('invite:result.lead', figures(created.length)) : '',
      existing.length > 0 ? t('invite:result.leadExisting', figures(existing.length)) : '',
      otherNames.length > 0 ? t('invite:result.leadOtherName', figures(otherNames.length)) : '',
      ...(tests ? given(tests) : []),
      failed > 0 ? t('invite:result.leadFailed', figures(failed)) : '',
      repeated > 0 ? t('invite:result.leadRepeated', figures(repeated)) : '',
    ]
      .filter(Boolean)
      .join(' ')
  }
}
