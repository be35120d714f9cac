import { IconFileSpreadsheet, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { maxChosenResults } from '#contract/assignments.ts'
import { comparedPeople } from '#contract/compare.ts'
import { resultsXlsx } from '#contract/exports.ts'
import { formatNumber } from '#contract/format.ts'
import { comparePath } from '../../../app/paths.ts'
import { FullAccess, useSeesAll } from '../../../app/reader.tsx'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { NewProfileButton } from '../job-profiles/NewProfileButton.tsx'
import { usePurpose } from '../PurposeDialog.tsx'
import { ReportsButton } from '../report-files/ReportsButton.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import type { Target } from './target.ts'

interface FileActionsProps {
  clientId: string
  target: Pick<Target, 'which' | 'completed' | 'shareable' | 'comparable' | 'people' | 'inventory'>
  /** The job profile of the list, which a comparison begins with. */
  profile?: string
}

/** The results of the chosen assignments as one table, and their reports as a file or by a link. */
export function FileActions({ clientId, target, profile = '' }: FileActionsProps) {
  const { t, i18n } = useTranslation()
  const { which, completed, shareable, comparable, people } = target
  const navigate = useNavigate()
  const seesAll = useSeesAll()
  const sheet = useDownload(resultsXlsx)
  const filter = completed === null ? (which.filter ?? {}) : { assignment: completed.join(',') }
  const { ask, dialog } = usePurpose((_: 'xlsx', purpose) =>
    sheet.mutate({ params: { clientId }, query: { ...filter, purpose } }),
  )
  const tooMany = (most: number) =>
    t('assignments:actions.files.most', { number: formatNumber(most, i18n.language) })
  // One person alone is compared with others that the next page asks for.
  const compareRefused =
    comparable > comparedPeople.max
      ? t('assignments:actions.files.compareMost')
      : people > 1 && comparable < comparedPeople.min
        ? t('assignments:actions.files.compareFew')
        : undefined
  const sheetTooLong = completed !== null && completed.length > maxChosenResults
  return (
    <>
      <Button
        size="sm"
        icon={<IconFileSpreadsheet aria-hidden />}
        loading={sheet.isPending}
        disabled={sheetTooLong}
        title={sheetTooLong ? tooMany(maxChosenResults) : undefined}
        onClick={() => ask('xlsx')}
      >
        {t('assignments:actions.files.excel')}
      </Button>
      {dialog}
      {completed === null || shareable.length > 0 ? (
        <FullAccess>
          <ReportsButton
            clientId={clientId}
            which={completed === null ? which : { assignmentIds: [...shareable] }}
          />
        </FullAccess>
      ) : null}
      {shareable.length > 0 && seesAll ? (
        <Button
          size="sm"
          icon={<IconScale aria-hidden />}
          disabled={compareRefused !== undefined}
          title={compareRefused}
          onClick={() => void navigate(comparePath(shareable, profile))}
        >
          {comparable === people || compareRefused
            ? t('assignments:actions.files.compare')
            : t('assignments:actions.files.compareSome', {
                count: comparable,
                number: formatNumber(comparable, i18n.language),
              })}
        </Button>
      ) : null}
      {shareable.length > 0 ? (
        <ShareButton
          size="sm"
          clientId={clientId}
          assignmentIds={shareable}
          chosen={completed?.length ?? 0}
        />
      ) : null}
      {target.inventory !== null && shareable.length > 0 ? (
        <FullAccess>
          <NewProfileButton inventory={target.inventory} assignmentIds={shareable} />
        </FullAccess>
      ) : null}
    </>
  )
}
