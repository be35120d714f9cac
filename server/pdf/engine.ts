import type { BaseLogger } from 'pino'
import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import { maxSlipsAtOnce } from '#contract/slips.ts'
import type { CompareView } from '#report/compare.ts'
import type { GroupReportView } from '#report/groups.ts'
import { sections } from '#report/sections.ts'
import type { Selection } from '#report/selection.ts'
import { translate } from '../locales.ts'
import type { PaperBrand } from './brand.ts'
import type { BusinessDocument } from './document.ts'
import type { EvidencePage } from './evidence.ts'
import { Lane } from './lane.ts'
import type { Paper } from './paper.ts'
import { printed, printedComparison, printedGroup } from './pictures.ts'
import type { Poster } from './poster.ts'
import { qrSvg, type Slip, type SlipSheet } from './slip.ts'
import type { PdfRequest } from './worker.ts'

/** The parts that make a report somebody's copy. */
export interface Copy {
  /** The address that a code to scan leads to: of the stored result, or where the copy can be checked. */
  readonly page?: { readonly address: string; readonly checks: boolean }
  /** The reader who made it and the time, in words for each page's footer. */
  readonly reader?: string
  /** The look of its client, in place of the platform's. */
  readonly brand?: PaperBrand | undefined
  /** One of many: drawn in the background, where nobody waits for it. */
  readonly ofMany?: boolean
}

export interface PdfEngine {
  /**
   * The report as a PDF (A4, tagged) holding just what is selected.
   * @param report the scored result, its texts in the language of `locale`
   * @throws PdfError
   */
  renderReport(report: Report, selection: Selection, locale: Locale, copy?: Copy): Promise<Uint8Array>
  /**
   * The report of a group as a PDF (A4, tagged).
   * @param reader who made it and what for, in words for each page's footer
   * @throws PdfError
   */
  renderGroup(view: GroupReportView, reader: string, brand?: PaperBrand): Promise<Uint8Array>
  /**
   * Results of several people beside each other (A4 in landscape, tagged).
   * @param reader who made it, when and what for, in words for each page's footer
   * @throws PdfError
   */
  renderComparison(view: CompareView, reader: string, brand?: PaperBrand): Promise<Uint8Array>
  /**
   * Slips to print and cut, eight an A4 page, each in its own language.
   * @throws PdfError
   */
  renderSlips(slips: readonly Slip[], title: string, locale: Locale, brand?: PaperBrand): Promise<Uint8Array>
  /**
   * A report or a slip as an SVG of its pages, one below the other, to be looked at on a screen.
   * @throws PdfError
   */
  drawPage(
    page: { readonly report: Report } | { readonly slip: Slip },
    locale: Locale,
    brand: PaperBrand | undefined,
  ): Promise<string>
  /**
   * An invoice, a proforma or a refund statement (A4, tagged).
   * @throws PdfError
   */
  renderDocument(document: BusinessDocument): Promise<Uint8Array>
  /**
   * A poster with a QR code (A4, tagged).
   * @throws PdfError
   */
  renderPoster(poster: Poster, brand?: PaperBrand): Promise<Uint8Array>
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

const whole: Selection = { details: false, percentages: true }

function reportView(report: Report, selection: Selection, locale: Locale, { page, reader, brand }: Copy) {
  const t = (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables)
  const view = printed(sections(report, selection, { locale, t }))
  const original = page === undefined ? null : originalOf(page, t)
  return { ...view, original, reader: reader ?? null, brand: brand ?? null, client: report.client.name }
}

interface Options {
  log: Pick<BaseLogger, 'warn' | 'error'>
}

/** Leads from the paper back to the stored result, or to where everybody sees whether the file was changed. */
const originalOf = (
  { address, checks }: NonNullable<Copy['page']>,
  t: (key: string, variables?: Record<string, string>) => string,
) => {
  const way = checks ? 'check' : 'original'
  return {
    link: address,
    qr: qrSvg(address),
    alt: t(`report:paper.${way}.alt`),
    title: t(`report:paper.${way}.title`),
    text: t(`report:paper.${way}.text`, { host: new URL(address).host }),
  }
}

/**
 * Typst in processes of its own: a document costs this one only the making of its view. One process draws short documents.
 * Long ones have another, which ends as soon as nothing waits for it: 500 slips take half a gigabyte, and only the end of a
 * process gives that back. Files of many reports have a third, so that who waits for a single report doesn't wait for them.
 */
export function createPdfEngine({ log }: Options): PdfEngine {
  const short = new Lane({ log, timeoutMs: 20_000, maxWaiting: 200, maxMemory: 400 * megabyte })
  const long = new Lane({ log, timeoutMs: 120_000, maxWaiting: 20, inBackground: true })
  const many = new Lane({
    log,
    timeoutMs: 60_000,
    maxWaiting: 20,
    maxMemory: 400 * megabyte,
    inBackground: true,
    oneCore: true,
    staysMs: 5000,
  })
  let lastId = 0
  const request = (template: PdfRequest['template'], view: object): PdfRequest => {
    lastId += 1
    return { id: lastId, template, view: JSON.stringify(view) }
  }

  return {
    async renderReport(report, selection, locale, copy = {}) {
      const lane = copy.ofMany ? many : short
      return lane.render(request('report', reportView(report, selection, locale, copy)))
    },
    renderGroup: (view, reader, brand) =>
      short.render(request('group', { ...printedGroup(view), reader, brand: brand ?? null })),
    renderComparison: (view, reader, brand) =>
      short.render(request('compare', { ...printedComparison(view), reader, brand: brand ?? null })),
    async renderSlips(slips, title, locale, brand) {
      const sheet: SlipSheet = { title, locale, slips, brand: brand ?? null }
      return (slips.length > maxSlipsAtOnce ? long : short).render(request('slips', sheet))
    },
    async drawPage(page, locale, brand) {
      const asked =
        'slip' in page
          ? request('slips', { title: page.slip.name, locale, slips: [page.slip], brand: brand ?? null })
          : request('report', reportView(page.report, whole, locale, { brand }))
      return new TextDecoder().decode(await short.render({ ...asked, as: 'svg' }))
    },
    renderDocument: (document) => short.render(request('document', document)),
    renderPoster: (poster, brand) =>
      short.render(request('poster', { ...poster, qr: qrSvg(poster.link), brand: brand ?? null })),
    renderEvidence: (evidence) => long.render(request('evidence', evidence)),
    renderPaper: (paper) => long.render(request('paper', paper)),
    async close() {
      await Promise.all([short.close(), long.close(), many.close()])
    },
  }
}

const megabyte = 1024 * 1024
