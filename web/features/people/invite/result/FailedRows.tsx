import { IconCopy, IconMailX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button/Button.tsx'
import { StatusWord } from '../../../../ui/text/StatusWord.tsx'
import classes from '../check/CheckTable.module.css'
import { PagedTable } from '../check/PagedTable.tsx'
import { isCorrectable, type LeftOut } from '../draft/draft.ts'

/** The reasons of rows whose person is invited or registered all the same. */
const merged: readonly LeftOut['reason'][] = ['duplicate', 'same_person', 'other_name']

/** Lists the people who were not invited and why, and the decisions; rows that can be corrected lead back to the check. */
export function FailedRows({
  failed,
  onCorrect,
}: {
  failed: readonly LeftOut[]
  onCorrect: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  return (
    <PagedTable
      caption={t('invite:result.failedCaption')}
      headings={(['person', 'email', 'reason', 'action'] as const).map((key) => t(`invite:column.${key}`))}
      rows={failed}
      page={page}
      onPage={setPage}
      className={classes.unnumbered}
    >
      {({ row, reason }, index) => (
        <tr key={`${row.line}-${row.email}-${index}`}>
          <td data-part="name">
            <span className={classes.text}>{row.name}</span>
          </td>
          <td data-part="email">
            <span className={classes.text}>{row.email || row.phone || row.staffNumber}</span>
          </td>
          <td>
            <span className={classes.text}>
              {merged.includes(reason) ? (
                <StatusWord tone="waiting" icon={IconCopy}>
                  {t(`invite:reason.${reason}`)}
                </StatusWord>
              ) : (
                <StatusWord tone="bad" icon={IconMailX}>
                  {t(`invite:reason.${reason}`)}
                </StatusWord>
              )}
            </span>
          </td>
          <td className={`nowrap text-end ${classes.action}`}>
            {onCorrect === undefined || !isCorrectable({ reason }) || reason === 'other_role' ? null : (
              <Button size="xs" onClick={onCorrect}>
                {t('invite:result.correct')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </PagedTable>
  )
}
