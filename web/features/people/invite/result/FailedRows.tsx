import { IconCopy, IconMailX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button/Button.tsx'
import { Pager } from '../../../../ui/table/Pager.tsx'
import { StatusWord } from '../../../../ui/text/StatusWord.tsx'
import classes from '../check/CheckTable.module.css'
import { isCorrectable, type LeftOut } from '../draft/draft.ts'

const pageSize = 25

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
    <div className="rounded-lg edged clip">
      <div className={`relative ${classes.scroll}`}>
        <table className={`full-width num ${classes.table} ${classes.unnumbered}`}>
          <caption className="sr">{t('invite:result.failedCaption')}</caption>
          <thead>
            <tr>
              <th>{t('invite:column.person')}</th>
              <th>{t('invite:column.email')}</th>
              <th>{t('invite:column.reason')}</th>
              <th>
                <span className="sr">{t('invite:column.action')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {failed.slice((page - 1) * pageSize, page * pageSize).map(({ row, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and may have a bad address twice
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
            ))}
          </tbody>
        </table>
      </div>
      {failed.length > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={failed.length} onPage={setPage} />
      ) : null}
    </div>
  )
}
