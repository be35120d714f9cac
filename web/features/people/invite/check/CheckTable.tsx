import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Segmented } from '../../../../ui/form/Segmented.tsx'
import type { CheckRow } from '../draft/draft.ts'
import type { Issue } from '../people/parse/check.ts'
import type { Action } from '../steps.ts'
import classes from './CheckTable.module.css'
import { CheckTableRow } from './CheckTableRow.tsx'
import { PagedTable } from './PagedTable.tsx'

interface CheckTableProps {
  rows: readonly CheckRow[]
  issues: readonly (Issue | undefined)[]
  dispatch: (action: Action) => void
  /** The group of those whose row names none. */
  group: string
  locked: boolean
}

/** The list under check. Rows that came with an issue are first and stay in view once they are corrected. */
export function CheckTable({ rows, issues, group, dispatch, locked }: CheckTableProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const all = rows.map((row, index) => ({ row, index, issue: issues[index] }))
  const troubled = all.filter(({ row, issue }) => row.troubled || issue !== undefined)
  const [chosen, setView] = useState<'problems' | 'all'>()
  const view = chosen ?? (troubled.length > 0 ? 'problems' : 'all')
  const [page, setPage] = useState(1)
  const shown = view === 'problems' ? troubled : all
  const open = issues.some((issue) => issue !== undefined)
  const otherwise = issues.filter((issue) => issue?.code === 'registeredOtherwise').length

  return (
    <div className="stack min-0 gap-16">
      <div className="row split wraps gap-8">
        <Segmented
          label={t('invite:check.show')}
          value={view}
          onChange={(value) => {
            setView(value === 'all' ? 'all' : 'problems')
            setPage(1)
          }}
          data={[
            {
              value: 'problems',
              label: (
                <>
                  {t('invite:check.problems')} <b className="num">{number(troubled.length)}</b>
                </>
              ),
            },
            {
              value: 'all',
              label: (
                <>
                  {t('invite:check.all')} <b className="num">{number(rows.length)}</b>
                </>
              ),
            },
          ]}
        />
        {otherwise > 1 ? (
          <Button
            size="sm"
            variant="plain"
            disabled={locked}
            onClick={() => dispatch({ type: 'samePeople' })}
          >
            {t('invite:check.samePeople', { count: otherwise, number: number(otherwise) })}
          </Button>
        ) : null}
        {open ? (
          <Button size="sm" variant="plain" disabled={locked} onClick={() => dispatch({ type: 'leaveOut' })}>
            {t('invite:check.leaveOut')}
          </Button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className={`muted rounded-lg edged ${classes.nothing}`}>{t('invite:check.noProblems')}</p>
      ) : (
        <PagedTable
          caption={t('invite:check.caption')}
          headings={(['line', 'name', 'reach', 'place', 'action'] as const).map((key) =>
            t(`invite:column.${key}`),
          )}
          rows={shown}
          page={page}
          onPage={setPage}
        >
          {(entry) => (
            <CheckTableRow key={entry.index} {...entry} group={group} dispatch={dispatch} locked={locked} />
          )}
        </PagedTable>
      )}
    </div>
  )
}
