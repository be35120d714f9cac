import { IconAdjustmentsHorizontal, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Report } from '#contract/reports.ts'
import { sections } from '#report/sections.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { BrandHead } from '../../../ui/layout/BrandHead.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Facts } from './Facts.tsx'
import { Notices } from './Notices.tsx'
import { ReportParts } from './ReportParts.tsx'
import classes from './report.module.css'
import { SelectionPanel } from './SelectionPanel.tsx'
import { useCopy } from './useCopy.tsx'
import { useSelection } from './useSelection.ts'

/** The report of one attempt, narrowed to what the reader chose. */
export function ReportBody({
  report,
  crumbs,
  actions,
  children,
}: {
  report: Report
  crumbs: ReactNode
  /** Before the buttons of every report. */
  actions?: ReactNode
  /** After the parts of every report. */
  children?: ReactNode
}) {
  const { t } = useTranslation('report')
  const state = useSelection(report)
  const { selection } = state
  const panel = useRef<HTMLDivElement>(null)
  // The panel opens only where there is no room for it beside the report; elsewhere it is always visible.
  const [opened, setOpened] = useState(false)
  const togglePanel = () => {
    // Drawn at once, since what is hidden cannot be focused.
    flushSync(() => setOpened(!opened))
    if (!opened) panel.current?.focus()
  }
  const view = sections(report, selection, {
    locale: report.locale,
    t: (key, variables) => t(key, { ...variables, lng: report.locale }),
  })
  const pdf = useCopy(report, selection)
  const nothing = selection.scores?.length === 0
  // A choice outlives a reload: the button says that the file is a part, before anybody sends it on.
  const { shown } = state
  const total = state.keys.length
  let label = t('report:actions.pdf')
  if (!nothing && view.shown !== null)
    label = shown < total ? t('report:actions.pdfOf', { shown, total }) : t('report:actions.pdfPart')
  return (
    <div className={`stack one-column paged ${classes.page}`}>
      <BrandHead brand={report.client.brand} name={report.client.name} />
      <PageHeader
        title={view.name}
        lead={view.subtitle}
        crumbs={crumbs}
        actions={
          <div className={`cluster gap-8 no-print ${classes.actions}`}>
            <Button
              className={`hidden ${classes.toPanel ?? ''}`}
              icon={<IconAdjustmentsHorizontal aria-hidden />}
              aria-expanded={opened}
              onClick={togglePanel}
            >
              {t('report:panel.show')}
            </Button>
            {actions}
            <Button icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
              {t('report:actions.print')}
            </Button>
            <Button
              variant="solid"
              icon={<IconFileTypePdf aria-hidden />}
              loading={pdf.making}
              disabled={nothing}
              onClick={pdf.take}
            >
              {label}
            </Button>
          </div>
        }
      />
      <Notices of={view} />
      <Facts view={view} />
      <div className={`stack align-start gap-24 ${classes.layout}`}>
        <div className={classes.main}>
          <ReportParts view={view} nothing={nothing} />
          {children}
        </div>
        <div ref={panel} tabIndex={-1} className={classes.aside} data-open={opened || undefined}>
          <SelectionPanel
            report={report}
            state={state}
            onPdf={pdf.take}
            making={pdf.making}
            remembered={pdf.remembered}
          />
        </div>
      </div>
      {pdf.dialog}
    </div>
  )
}
