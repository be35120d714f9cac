import { useTranslation } from 'react-i18next'
import type { ReportView } from '#report/view.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Conduct } from './Conduct.tsx'
import { Confidence } from './Confidence.tsx'
import { Details } from './Details.tsx'
import { Ranks, Summary } from './Summary.tsx'

/** Everything of a report under its facts. `nothing`: the reader has switched every score off. */
export function ReportParts({ view, nothing = false }: { view: ReportView; nothing?: boolean }) {
  const { t } = useTranslation('report')
  return (
    <>
      {nothing ? (
        <Alert type="info" duration={0}>
          {t('report:empty')}
        </Alert>
      ) : (
        <Summary view={view} />
      )}
      {view.remarks.length > 0 ? (
        <Alert type="info" duration={0}>
          {view.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Alert>
      ) : null}
      <Ranks ranks={view.ranks} />
      <Details view={view} />
      <Conduct view={view} />
      <Confidence view={view} />
    </>
  )
}
