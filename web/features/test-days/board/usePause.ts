import { useTranslation } from 'react-i18next'
import { pauseTests } from '#contract/board.ts'
import { formatNumber } from '#contract/format.ts'
import { useAction } from '../../../app/useAction.ts'

/** Pauses running tests, or goes on with them. */
export function usePause() {
  const { t, i18n } = useTranslation()
  return useAction(pauseTests, {
    done: ({ done }, { body: { paused } }) =>
      done === 0
        ? { note: t('board:pause.nothing') }
        : t(`board:pause.${paused ? 'paused' : 'resumed'}`, {
            count: done,
            number: formatNumber(done, i18n.language),
          }),
  })
}
