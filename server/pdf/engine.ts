import type { BaseLogger } from 'pino'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { maxSlipsAtOnce } from '#contract/slips.ts'
import type { CompareView } from '#report/compare.ts'
import { sections } from '#report/sections.ts'
import type { Selection } from '#report/selection.ts'
import { translate } from '../locales.ts'
import type { BusinessDocument } from './document.ts'
import type { EvidencePage } from './evidence.ts'
import { Lane } from './lane.ts'
import type { Paper } from './paper.ts'
import { printed, printedComparison } from './pictures.ts'
import type { Poster } from './poster.ts'
import { qrSvg, type Slip, type SlipSheet } from './slip.ts'
import type { PdfRequest } from './worker.ts'

/** The parts that make a report somebody's copy. */
export interface Copy {
  /** The address of the stored result; printed as a code to scan. */
  readonly page?: string
  /** The reader who made it and the time, in words for each page's footer. */
  readonly reader?: string
}

export interface PdfEngine {
  /**
   * The report as a PDF (A4, tagged) holding just what is selected.
   * @param report the scored result, its texts in the language of `locale`
   * @throws PdfError
   */
  renderReport(report: Report, selection: Selection, locale: Locale, copy?: Copy): Promise<Uint8Array>
  /**
   * Results of several people beside each other (A4 in landscape, tagged).
   * @param reader who made it, when and what for, in words for each page's footer
   * @throws PdfError
   */
  renderComparison(view: CompareView, reader: string): Promise<Uint8Array>
  /**
   * Slips to print and cut, eight an A4 page, each in its own language.
   * @throws PdfError
   */
  renderSlips(slips: readonly Slip[], title: string, locale: Locale): Promise<Uint8Array>
  /**
   * An invoice, a proforma or a refund statement (A4, tagged).
   * @throws PdfError
   */
  renderDocument(document: BusinessDocument): Promise<Uint8Array>
  /**
   * A poster with a QR code (A4, tagged).
   * @throws PdfError
   */
  renderPoster(poster: Poster): Promise<Uint8Array>
  /**
   * Evidence of what was done with personal data (A4, tagged).
   * @throws PdfError
   */
  renderEvidence(evidence: EvidencePage): Promise<Uint8Array>
  /**
   * Pages to read, such as what is held about a person (A4, tagged).
   * @throws PdfError
   */
  renderPaper(paper: Paper): Promise<Uint8Array>
  /** Ends the worker; what is queued is rejected. */
  close(): Promise<void>
}

interface Options {
  log: Pick<BaseLogger, 'warn' | 'error'>
}

/** Leads from the paper back to the stored result, for readers who want to verify it. */
const originalOf = (page: string, t: (key: string, variables?: Record<string, string>) => string) => ({
  link: page,
  qr: qrSvg(page),
  alt: t('report:original.alt'),
  title: t('report:original.title'),
  text: t('report:original.text', { host: new URL(page).host }),
})

/**
 * Typst in processes of its own: a document costs this one only the making of its view. One process draws short documents.
 * Long ones have another, which ends as soon as nothing waits for it: 500 slips take half a gigabyte, and only the end of a
 * process gives that back.
 */
export function createPdfEngine({ log }: Options): PdfEngine {
  const short = new Lane({ log, timeoutMs: 20_000, maxWaiting: 200, maxMemory: 400 * megabyte })
  const long = new Lane({ log, timeoutMs: 120_000, maxWaiting: 20, inBackground: true })
  let lastId = 0
  const request = (template: PdfRequest['template'], view: object): PdfRequest => {
    lastId += 1
    return { id: lastId, template, view: JSON.stringify(view) }
  }

  return {
    async renderReport(report, selection, locale, { page, reader = null } = {}) {
      const t = (key: string, variables?: Record<string, string | number>) =>
        translate(locale, key, variables)
      const view = printed(sections(report, selection, { locale, t }))
      const original = page === undefined ? null : originalOf(page, t)
      return short.render(request('report', { ...view, original, reader }))
    },
    renderComparison: (view, reader) =>
      short.render(request('compare', { ...printedComparison(view), reader })),
    async renderSlips(slips, title, locale) {
      const sheet: SlipSheet = { title, locale, slips }
      return (slips.length > maxSlipsAtOnce ? long : short).render(request('slips', sheet))
    },
    renderDocument: (document) => short.render(request('document', document)),
    renderPoster: (poster) => short.render(request('poster', { ...poster, qr: qrSvg(poster.link) })),
    renderEvidence: (evidence) => long.render(request('evidence', evidence)),
    renderPaper: (paper) => long.render(request('paper', paper)),
    async close() {
      await Promise.all([short.close(), long.close()])
    },
  }
}

const megabyte = 1024 * 1024
