import type { Report } from '#contract/reports.ts'
import type { Drawing } from './drawing.ts'

/** Turns keys into the reader's language: react-i18next on the web, the server's translator for the PDF. */
export interface Words {
  locale: Report['locale']
  t: (key: string, variables?: Record<string, string | number>) => string
}

/** The look of a band; `none` is a score that could not be given. */
export type Tone = 'strength' | 'above' | 'expected' | 'below' | 'attention' | 'none'

export interface BandView {
  name: string
  text: string
  tone: Tone
}

/** A drawing with what it says in words, for those who do not see it. */
export interface Picture {
  drawing: Drawing
  alt: string
}

export interface Fact {
  key: string
  label: string
  value: string
  note: string | null
}

/** A sentence of the summary; the strong ones carry the result. */
export interface Sentence {
  text: string
  strong: boolean
}

/** A number of its own: an index of a checklist, a number right. */
export interface Tile {
  key: string
  label: string
  value: string
  of: string | null
  band: BandView | null
  text: string | null
}

export interface BarView {
  key: string
  name: string
  /** The number beside the bar; null while numbers are hidden. */
  value: string | null
  group: string | null
  band: BandView | null
  picture: Picture
}

export interface RowView {
  key: string
  name: string
  description: string
  value: string | null
  /** A second number under the first: right of how many, or the T score. */
  second: string | null
  band: BandView | null
  picture: Picture
  interview: string[]
}

export interface GroupView {
  key: string
  /** null where the category is no score of its own. */
  name: string | null
  value: string | null
  band: BandView | null
  rows: RowView[]
}

export interface RankView {
  key: 'strong' | 'weak'
  title: string
  items: { key: string; name: string; note: string }[]
}

export interface LegendItem {
  key: 'person' | 'group' | 'norm' | 'dashed' | 'range' | 'error'
  text: string
}

/** Signs noted while the test was taken. */
export interface SignalsView {
  title: string
  facts: string[]
  note: string
}

export interface ConductView {
  title: string
  facts: string[]
  notes: { id: string; text: string; by: string }[]
  /** That it is no part of the scores. */
  meaning: string
}

/** A report as its reader sees it, in words and shapes: the web page and the PDF draw this and nothing else. */
export interface ReportView {
  layout: Report['inventory']['layout']
  locale: Report['locale']
  documentTitle: string
  name: string
  title: string
  /** Inventory, group and kind of person in one line. */
  subtitle: string
  who: Fact[]
  facts: Fact[]
  /** Read before anything else: what this result is not. */
  notices: string[]
  /** The result in a word, where there is one. */
  headline: { label: string; value: string; text: string; chance: string | null } | null
  summary: Sentence[]
  tiles: Tile[]
  ladder: (Picture & { title: string }) | null
  barsTitle: string
  bars: BarView[]
  /** Why something has no bar. */
  barsNote: string | null
  /** Scores made of several scales, as T lanes; null where there are none. */
  composites: { title: string; bars: BarView[]; legend: LegendItem[] } | null
  radar: (Picture & { title: string }) | null
  ranks: RankView[]
  legend: LegendItem[]
  detailsTitle: string
  detailsLegend: LegendItem[]
  lanes: boolean
  columns: { scale: string; lower: string; higher: string; score: string; meaning: string; category: string }
  groups: GroupView[]
  interviewTitle: string
  confidence: {
    level: Report['validity']['confidence']
    title: string
    value: string
    note: string | null
    explanation: string
    /** `state` says in words what `ok` is drawn as. */
    checks: { id: string; ok: boolean; state: string; name: string; text: string }[]
  }
  /** Beside the checks of response quality, and in none of them. */
  signals: SignalsView | null
  /** Circumstances of the attempt: ended by time, late answers, a cap. */
  remarks: string[]
  /** The circumstances of the test, for managers; null where there is nothing to say. */
  conduct: ConductView | null
  notes: { key: 'howToRead' | 'limits'; title: string; paragraphs: string[] }[]
  footer: { left: string; serial: string; page: string }
  /** The part of the whole report that is shown; null for all of it. */
  shown: string | null
  versions: string
}
