import { IconChevronDown, IconFileTypePdf } from '@tabler/icons-react'
import { Details } from '../../features/results/reports/Details.tsx'
import { Facts } from '../../features/results/reports/Facts.tsx'
import report from '../../features/results/reports/report.module.css'
import { Ranks, Summary } from '../../features/results/reports/Summary.tsx'
import { useSample } from '../sample.ts'
import { useWords } from '../words.ts'

/** The report of a person of the demo, drawn by what draws every report. */
export function SampleReport() {
  const { t, locale } = useWords()
  const view = useSample()
  return (
    <div className="stack gap-20 text-14 edged sample">
      <div className="row split wraps gap-12">
        <div>
          <h3 className="text-24">{view.name}</h3>
          <p className="muted">{view.subtitle}</p>
        </div>
        <a className="btn" href={`/site/sample.${locale}.pdf`}>
          <IconFileTypePdf size={20} stroke={1.75} aria-hidden />
          {t('publicCompetencies:sample.pdf')}
        </a>
      </div>
      <div className={`stack one-column ${report.page}`}>
        {view.notices.map((notice) => (
          <p key={notice} className="rounded sample-notice">
            {notice}
          </p>
        ))}
        <Facts view={view} />
        <div className={report.main}>
          <Summary view={view} />
          <Ranks ranks={view.ranks} />
          <details className="sample-rest">
            <summary>
              {view.detailsTitle}
              <IconChevronDown size={20} stroke={1.75} aria-hidden />
            </summary>
            <Details view={view} />
          </details>
        </div>
      </div>
    </div>
  )
}
