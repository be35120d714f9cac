import {
  IconAlertCircle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconChevronDown,
  IconChevronUp,
  IconEqual,
  IconMinus,
  IconPoint,
  type TablerIcon,
} from '@tabler/icons-react'
import type { BandView, ReportView, Tone } from '#report/view.ts'
import classes from './report.module.css'

const icons: Record<Tone, TablerIcon> = {
  strength: IconArrowUpRight,
  above: IconChevronUp,
  expected: IconEqual,
  below: IconChevronDown,
  attention: IconArrowDownRight,
  none: IconMinus,
}

// A checklist has no arrows and nothing to be equal to: a high score calls for attention and a low one for none.
const checklistIcons: Record<Tone, TablerIcon> = {
  ...icons,
  expected: IconPoint,
  below: IconAlertCircle,
  attention: IconAlertCircle,
}

/** A band's word with its icon. */
export function BandWord({ band, layout }: { band: BandView; layout: ReportView['layout'] }) {
  const Icon = (layout === 'checklist' ? checklistIcons : icons)[band.tone]
  return (
    <span className={`inline-row text-14 medium ink ${classes.band}`} data-tone={band.tone}>
      <Icon className="rigid faint" size={18} stroke={1.75} aria-hidden />
      {band.name}
    </span>
  )
}
