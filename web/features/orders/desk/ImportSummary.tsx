import { useTranslation } from 'react-i18next'
import { leftOutReason } from '#contract/eft.ts'
import { formatNumber } from '#contract/format.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import classes from './desk.module.css'
import type { Imported } from './ImportStatement.tsx'

/** Counts of a statement's imported transfers, and of entries that were left out, with the reasons. */
export function ImportSummary({ imported }: { imported: Imported }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { matched, proposed, ignored, alreadyKnown, skipped, leftOut } = imported
  const kept = matched + proposed + ignored
  const reasons = [
    { words: t('orders:eft.leftOut.known'), count: alreadyKnown },
    { words: t('orders:eft.leftOut.skipped'), count: skipped },
    ...leftOutReason.options.map((reason) => ({
      words: t(`orders:eft.leftOut.${reason}`),
      count: leftOut[reason],
    })),
  ].filter(({ count }) => count > 0)
  return (
    <Alert
      type={kept === 0 ? 'warning' : 'info'}
      duration={0}
      title={
        kept === 0
          ? t('orders:eft.nothingImported')
          : t('orders:eft.imported', { count: kept, number: number(kept) })
      }
    >
      {kept === 0 ? null : (
        <p>
          {t('orders:eft.importedFits', {
            matched: number(matched),
            proposed: number(proposed),
            ignored: number(ignored),
          })}
        </p>
      )}
      {kept === 0 && reasons.length === 0 ? <p>{t('orders:eft.noEntries')}</p> : null}
      {reasons.length === 0 ? null : (
        <>
          <p>{t('orders:eft.leftOut.title')}</p>
          <ul className={classes.reasons}>
            {reasons.map(({ words, count }) => (
              <li key={words}>
                {words}: {number(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
