import { IconChartDots, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { analyseVersion, analysisCsv } from '#contract/analyses.ts'
import type { VersionContent } from '#contract/definitions.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useAction, useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Failed } from '../Failed.tsx'
import inventoryClasses from '../inventories.module.css'
import { paramsOf, useVersion } from '../useCatalogue.ts'
import { VersionCrumbs, VersionTabs } from '../version/VersionTabs.tsx'
import { AnalysisBody } from './AnalysisBody.tsx'
import classes from './items.module.css'
import { underWay, useAnalysis, useAnalysisFilter, useAnalysisFilters } from './useAnalysis.ts'

/** How the questions of one version work: what people answered, in sentences and figures. */
export default function ItemsPage() {
  const { code = '', version = '' } = useParams()
  const found = useVersion({ code, version: Number(version) })
  if (found.data === undefined) return <Failed asked={found} />
  return <ItemsOf content={found.data} />
}

/** The page of a version that is loaded. */
export function ItemsOf({
  content,
}: {
  content: Pick<VersionContent, 'code' | 'version' | 'name' | 'state'>
}) {
  const { t } = useTranslation()
  const { code, name, version } = content
  const chosen = useAnalysisFilter()
  const { params, filter, filtered } = chosen
  const found = useAnalysis({ code, version }, filter)
  const view = found.data
  const analyse = useAction(analyseVersion, { failed: t('analysis:failedToStart') })
  const file = useDownload(analysisCsv, { failed: t('analysis:csvFailed') })
  const start = () => analyse.mutate({ params: paramsOf({ code, version }), body: filter })
  const title = t('inventories:versionOf', { name, number: version })
  const full = view?.analysis?.few === false
  const sensitive = view?.problem?.code === 'sensitive_not_analysed'

  return (
    <div className={`stack one-column gap-page paged ${classes.page}`}>
      <PageHeader
        title={title}
        documentTitle={t('analysis:documentTitle', { test: title })}
        crumbs={<VersionCrumbs content={content} />}
        aside={<Tag>{code}</Tag>}
        lead={t('analysis:lead')}
        actions={
          <>
            {full ? (
              <>
                <Button
                  className="no-print"
                  icon={<IconDownload aria-hidden />}
                  loading={file.isPending}
                  onClick={() => file.mutate({ params: paramsOf({ code, version }), query: filter })}
                >
                  {t('analysis:csv')}
                </Button>
                <Button
                  className="no-print"
                  icon={<IconPrinter aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t('analysis:print')}
                </Button>
              </>
            ) : null}
            {view === undefined || sensitive ? null : (
              <Button
                className="no-print"
                variant="solid"
                icon={<IconChartDots aria-hidden />}
                loading={analyse.isPending}
                disabled={underWay(view)}
                onClick={start}
              >
                {t(view.analysis === null ? 'analysis:analyse' : 'analysis:again')}
              </Button>
            )}
          </>
        }
      />
      <VersionTabs content={content} current="analysis" />
      {sensitive ? null : <Filters chosen={chosen} />}
      {view === undefined ? (
        <Waiting found={found} />
      ) : (
        <AnalysisBody view={view} params={params} filtered={filtered} />
      )}
    </div>
  )
}

/** The people whose answers are analysed. */
function Filters({ chosen }: { chosen: ReturnType<typeof useAnalysisFilter> }) {
  const { filtered, clear } = chosen
  return (
    <div className={`cluster gap-8 ${filtered ? '' : 'no-print'}`}>
      <FilterBar filters={useAnalysisFilters(chosen)} onClear={filtered ? clear : undefined} />
    </div>
  )
}

/** Grey lines until the analysis is there, or why it is not. */
function Waiting({ found }: { found: Pick<ReturnType<typeof useAnalysis>, 'error' | 'refetch'> }) {
  const { t } = useTranslation()
  return (
    <Card aria-busy={found.error === null}>
      {found.error === null ? (
        <div className={`stack gap-16 ${inventoryClasses.skeleton}`}>
          <span />
          <span />
          <span />
        </div>
      ) : (
        <LoadFailure of={found} title={t('analysis:loadFailed')} />
      )}
    </Card>
  )
}
