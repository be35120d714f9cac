import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { Result } from './draft.ts'

/** What an invitation came to, in sentences. */
export function useResultWords() {
  const { t, i18n } = useTranslation()
  const figures = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  return ({ created, existing, failed }: Result): string =>
    [
      created.length + existing.length === 0 ? t('invite:result.nobody') : '',
      created.length > 0 ? t('invite:result.lead', figures(created.length)) : '',
      existing.length > 0 ? t('invite:result.leadExisting', figures(existing.length)) : '',
      failed.length > 0 ? t('invite:result.leadFailed', figures(failed.length)) : '',
    ]
      .filter(Boolean)
      .join(' ')
}
