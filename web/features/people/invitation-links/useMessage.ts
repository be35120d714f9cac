import { useTranslation } from 'react-i18next'
import { formatLongDay } from '#contract/format.ts'

interface Handed {
  name: string
  client: string
  url: string
  tests: number
  dueDate: string | null
}

/** The message with a link, in its reader's language, not its sender's. */
export function useMessage(locale: 'tr' | 'en') {
  const { t } = useTranslation('person', { lng: locale })
  return ({ tests, dueDate, ...words }: Handed): string =>
    t(dueDate === null ? 'person:link.message' : 'person:link.messageDue', {
      ...words,
      count: tests,
      day: dueDate === null ? '' : formatLongDay(dueDate, locale),
    })
}
