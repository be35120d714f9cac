import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import type { SharedReports as Shared, SharedReport } from '#contract/shares.ts'
import { sections } from '#report/sections.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { BrandHead } from '../../../ui/layout/BrandHead.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { Facts } from '../reports/Facts.tsx'
import { Notices } from '../reports/Notices.tsx'
import { ReportParts } from '../reports/ReportParts.tsx'
import reports from '../reports/report.module.css'
import classes from './shared.module.css'

/** The words under every printed page, as text that stays when the mark across it is not seen. */
const pageFoot = (words: string) =>
  `@page { margin: 14mm 12mm 18mm; @bottom-center { content: "${words.replace(/["\\]/g, '\\$&')}"; font-size: 12px; } }`

const placeOf = (at: number) => `report-${at + 1}`

/** The reports one below the other, with a list of them on top and the recipient's name across every printed page. */
export function SharedReports({ of }: { of: Shared }) {
  const { client, recipient, timeZone, expiresAt } = of
  const { t, i18n } = useTranslation('shared')
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  const until = formatDateTime(lastMoment(expiresAt), i18n.language, timeZone)
  return (
    <div className="stack one-column gap-24 paged">
      <style>{pageFoot(t('shared:mark', { recipient }))}</style>
      <div className={classes.mark} aria-hidden>
        {['a', 'b', 'c'].map((row) => (
          <span key={row}>{t('shared:mark', { recipient })}</span>
        ))}
      </div>
      <BrandHead brand={of.brand} name={client} />
      <header className="row split wraps gap-16">
        <div className="stack gap-4 min-0">
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {t('shared:title')}
          </h1>
          <p className="muted breakable">{t('shared:lead', { client, recipient, until })}</p>
          <p className="muted">{t('shared:confidential')}</p>
        </div>
        <Button className="no-print" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
          {t('shared:print')}
        </Button>
      </header>
      {of.reports.length > 1 ? (
        <nav aria-label={t('shared:list')} className="no-print">
          <ol className={classes.list}>
            {of.reports.map((one, at) => (
              <li key={one.assignmentId}>
                <a className="link inline-row touch-height breakable" href={`#${placeOf(at)}`}>
                  {t('shared:entry', { name: one.name, test: one.test })}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {of.reports.map((one, at) => (
        <section key={one.assignmentId} id={placeOf(at)} className={classes.report}>
          <One of={one} timeZone={timeZone} />
        </section>
      ))}
      {of.brand?.logo ? <footer className="muted">Terazi</footer> : null}
    </div>
  )
}

function One({ of, timeZone }: { of: SharedReport; timeZone: string }) {
  const { i18n } = useTranslation('shared')
  const day = formatDate(of.completedAt, i18n.language, timeZone)
  const head = (
    <div>
      <h2 className="text-20 breakable">{of.name}</h2>
      <p className="muted">{`${of.test} · ${day}`}</p>
    </div>
  )
  if (of.report === null)
    return (
      <Card>
        <CardBody className="stack one-column gap-8">
          {head}
          {of.headline ? <p className="semibold">{`${of.headline.label}: ${of.headline.value}`}</p> : null}
          <p className="pretty">{of.summary}</p>
        </CardBody>
      </Card>
    )
  return (
    <>
      {head}
      <Whole report={of.report} />
    </>
  )
}

function Whole({ report }: { report: NonNullable<SharedReport['report']> }) {
  const { t } = useTranslation('report')
  const view = sections(
    report,
    { details: true, percentages: true },
    { locale: report.locale, t: (key, variables) => t(key, { ...variables }) },
  )
  return (
    <div className="stack one-column gap-16 above-16 paged">
      <div className={`stack one-column ${reports.page}`}>
        <Notices of={view} />
        <Facts view={view} />
        <div className={reports.main}>
          <ReportParts view={view} />
        </div>
      </div>
    </div>
  )
}
