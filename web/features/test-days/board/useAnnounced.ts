import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { BoardPerson } from './rows.ts'

/** More names at once are a number. */
const namesAtOnce = 3

/** The announcement for screen readers: the people who need attention since the last look, and nothing else. */
export function useAnnounced(attention: readonly BoardPerson[] | undefined): string {
  const { t, i18n } = useTranslation()
  const [said, setSaid] = useState<{ of: readonly BoardPerson[] | undefined; words: string }>({
    of: undefined,
    words: '',
  })
  if (attention === undefined || attention === said.of) return said.words
  const known = new Set(said.of?.map(({ row }) => `${row.assignmentId} ${row.state}`))
  // The people listed when the board opens are read on the board itself.
  const fresh =
    said.of === undefined ? [] : attention.filter(({ row }) => !known.has(`${row.assignmentId} ${row.state}`))
  const count = fresh.length
  const words =
    count > namesAtOnce
      ? t('board:announced.many', { count, number: formatNumber(count, i18n.language) })
      : fresh.map(({ row }) => `${row.name}: ${t(`board:state.${row.state}`)}`).join('. ')
  // Cleared by the next change, so that the same words can be said again.
  setSaid({ of: attention, words })
  return words
}
