import {
  IconAlertCircle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconChevronDown,
  IconChevronUp,
  IconEqual,
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
}

/** A band's word with its icon. On a checklist a high score calls for attention, so no arrow points down there. */
export function BandWord({ band, layout }: { band: BandView; layout: ReportView['layout'] }) {
  const Icon = band.tone === 'attention' && layout === 'checklist' ? IconAlertCircle : icons[band.tone]
  return (
    <span className={classes.band} data-tone={band.tone}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {band.name}
    </span>
  )
}
