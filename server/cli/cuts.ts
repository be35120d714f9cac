import { z } from 'zod'
import { angoffCuts } from '#scoring/cuts/angoff.ts'
import { bandsAt } from '#scoring/cuts/bands.ts'
import { booklet, bookletSheet, readBank } from '#scoring/cuts/booklet.ts'
import { bookmarkCuts, readBookmarks } from '#scoring/cuts/bookmark.ts'
import type { CutScore } from '#scoring/cuts/judges.ts'
import { angoffSheet, readRatings } from '#scoring/cuts/ratings.ts'
import type { SheetRead } from '#scoring/cuts/sheet.ts'
import { itemsById, scaleItems } from '#scoring/definition/lookup.ts'
import { itemRange } from '#scoring/responses/items.ts'
import { bandEffect } from '#scoring/score/band-effect.ts'
import { dataRow } from '#server/sheets/csv.ts'
import { readScores, ScaleSpec } from './band-rules.ts'
import { readDefinition } from './definition.ts'
import { CliError } from './error.ts'
import { cut, type Note, readJson, readRows } from './responses.ts'
import { parseSpec } from './scales.ts'

/** An empty Angoff worksheet for the items of a scale of right and wrong answers, as CSV. */
export async function worksheet(options: {
  inventory: string
  scale: string
  judges: number
  cuts: readonly string[]
}): Promise<string> {
  const definition = await readDefinition(options.inventory)
  const scale = definition.scales.find(({ key }) => key === options.scale)
  if (scale === undefined) throw new CliError(`${definition.code} has no scale ${cut(options.scale)}`)
  if (scale.kind !== 'correct')
    throw new CliError(`${cut(options.scale)} has no right answers that a judge could rate`)
  const items = itemsById(definition)
  const rated = scaleItems(definition, scale).flatMap((id) => {
    const item = items.get(id)
    const range = item && itemRange(item)
    return range ? [{ id, points: range.max }] : []
  })
  const judges = Array.from({ length: options.judges }, (_, i) => `judge_${i + 1}`)
  return asCsv(angoffSheet(rated, judges, options.cuts))
}

/** The ordered item booklet of a bank, as CSV: the pages for judges' bookmarks. */
export async function printBooklet(bank: string, note: Note): Promise<string> {
  return asCsv(bookletSheet(booklet(content(bank, readBank(await readRows(bank, note))))))
}

const asCsv = (rows: readonly string[][]) => rows.map(dataRow).join('').trimEnd()

/** The content of a sheet. @throws CliError with each fault, its line and its column */
function content<T>(path: string, read: SheetRead<T>): T {
  if (read.faults === null) return read.value
  const lines = read.faults.slice(0, 20).map(({ line, column, code, text }) => {
    const quoted = text === '' ? '' : `: ${JSON.stringify(text)}`
    return `${path}: line ${line}, column ${column}: ${code.replaceAll('_', ' ')}${quoted}`
  })
  throw new CliError(lines.join('\n'))
}

const CutsWanted = z.strictObject({
  ...ScaleSpec.shape,
  /** Ids of the bands between the cuts, the lowest first. */
  bands: z.array(z.string()).min(2),
})

interface Options {
  spec: string | undefined
  stored: string | undefined
  note: Note
}

/** Cut scores of judges' ratings by the Angoff method, with bands between them and what they do to results. */
export async function angoff(ratings: string, options: Options) {
  const read = content(ratings, readRatings(await readRows(ratings, options.note)))
  const { cuts, reason } = angoffCuts(read)
  return {
    method: 'angoff',
    cuts: cuts?.map(({ items, ...one }) => ({ ...printCut(one), items })) ?? null,
    reason,
    ...(cuts && (await placed(cuts, options))),
  }
}

/** Cut scores of judges' bookmarks in the ordered item booklet of a bank. */
export async function bookmark(
  paths: { bookmarks: string; bank: string },
  { centre, ...options }: Options & { centre: 'mean' | 'median' },
) {
  const pages = booklet(content(paths.bank, readBank(await readRows(paths.bank, options.note))))
  const rows = await readRows(paths.bookmarks, options.note)
  const read = content(paths.bookmarks, readBookmarks(rows, pages.length))
  const { cuts, reason } = bookmarkCuts(pages, read, centre)
  return {
    method: 'bookmark',
    cuts: cuts?.map(printCut) ?? null,
    reason,
    ...(cuts && (await placed(cuts, options))),
  }
}

const printCut = ({ standardError, ...one }: CutScore) => ({ ...one, standard_error: standardError })

/** The bands between the cuts, and what they change. */
async function placed(cuts: readonly CutScore[], { spec: specPath, stored, note }: Options) {
  if (specPath === undefined) {
    if (stored !== undefined) throw new CliError('--stored needs --spec: the bands in use and to come.')
    return {}
  }
  const spec = parseSpec(CutsWanted, await readJson(specPath), specPath)
  const { scale, min, max, now } = spec
  const { bandSet, reason } = bandsAt(
    cuts.map(({ points }) => points),
    spec,
  )
  const bands = { bands: bandSet, ...(reason !== null && { bands_reason: reason }) }
  if (stored === undefined || bandSet === null) return bands
  if (now === undefined) throw new CliError(`${specPath}: now: is needed with --stored: the bands in use`)
  const { scores } = await readScores(stored, scale, { note, skipBadRows: false })
  const before = { norm: now.norm, bandSet: now.bands, min, max }
  return { ...bands, effect: bandEffect(scores, before, { bandSet, min, max }) }
}
