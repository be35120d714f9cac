import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { toast } from '../../../../ui/feedback/toast.tsx'

/** Tests that were given, and those that were not because the person waits for the same one already. */
export interface Given {
  created: number
  waiting: number
  /** Those that the person took too recently. */
  coolingDown?: number | undefined
}

/** The result of assigning tests, in sentences; none if nothing was requested. */
export function useAssignedWords() {
  const { t, i18n } = useTranslation()
  const figures = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  return ({ created, waiting, coolingDown = 0 }: Given): string[] => {
    if (created === 0 && waiting > 0 && coolingDown === 0) return [t('assign:given.none', figures(waiting))]
    return [
      created > 0 ? t('assign:given.created', figures(created)) : '',
      waiting > 0 ? t('assign:given.waiting', figures(waiting)) : '',
      coolingDown > 0 ? t('assign:given.cooling', figures(coolingDown)) : '',
    ].filter(Boolean)
  }
}

/** Says after sending how many tests were given, and how many were waiting already. */
export function useAssignedToast() {
  const { t } = useTranslation()
  const words = useAssignedWords()
  return (given: Given): void => {
    const [first, ...others] = words(given)
    if (first === undefined) return
    if (given.created > 0)
      toast.success(
        <>
          <b>{t('invite:result.toast')}</b>
          <br />
          {first}
        </>,
      )
    else toast.blank(first)
    for (const sentence of others) toast.blank(sentence)
  }
}
