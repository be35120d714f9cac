import type { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import {
  type Checklist,
  type Placement,
  responseStyles,
  type Scale,
  type StyleRule,
  type ValidityRule,
} from '#scoring/definition/scale-schema.ts'
import { canShow, showsStyle } from '#scoring/score/styles.ts'
import type { CheckIndex } from './check-index.ts'
import { checkBands, checkBandUse, scaleRange } from './check-ranges.ts'
import { type ReportProblem, reportTwice, say } from './problems.ts'

/** Checks what is made of the scales: bands, composites, categories, checklist, placement, validity, report. */
export function checkResults(definition: Definition, index: CheckIndex, report: ReportProblem): void {
  for (const [id, bandSet] of Object.entries(definition.bandSets ?? {}))
    checkBands(bandSet, `bandSets.${id}`, report)
  for (const [i, scale] of definition.scales.entries()) {
    const can = { raw: scaleRange(index, scale), T: scale.norm !== undefined, percentage: true }
    checkBandUse(definition, scale, can, `scales[${i}]`, report)
    checkFlag(definition, scale, `scales[${i}].flagFrom`, report)
  }
  checkComposites(definition, index, report)
  checkCategories(definition, index, report)
  if (definition.checklist) checkChecklist(definition, definition.checklist, index, report)
  if (definition.placement) checkPlacement(definition.placement, index, report)
  reportTwice(definition.validity ?? [], 'validity', report)
  for (const [i, rule] of (definition.validity ?? []).entries())
    checkRule(rule, index, `validity[${i}]`, report)
  checkReliableChange(definition, index, report)
  const { layout } = definition.report
  if (layout !== 'profile' && definition[layout] === undefined) {
    report('report.layout', say`the layout ${layout} needs a ${layout}`)
  }
  if (definition.sensitive && !definition.notices.some(({ kind }) => kind === 'explicit_consent')) {
    report('notices', say`a sensitive inventory needs an explicit consent`)
  }
}

/** A change is judged by the measurement error, which a norm's reliability or a placement's own figure says. */
function checkReliableChange(definition: Definition, { scales }: CheckIndex, report: ReportProblem): void {
  if (!definition.report.reliableChange) return
  const hasError = ({ norm }: Scale) =>
    norm !== undefined && entry(definition.norms, norm)?.reliability !== undefined
  if (![...scales.values()].some(hasError) && !definition.placement?.sem)
    report('report.reliableChange', say`reliableChange needs a norm with a reliability`)
}

/** Flags are of wholly sensitive inventories: their consent names who hears of them. */
function checkFlag(
  { sensitive, bandSets }: Definition,
  { key, flagFrom, bandSet }: Scale,
  at: string,
  report: ReportProblem,
): void {
  if (flagFrom === undefined) return
  if (!sensitive) report(at, say`scale ${key}: only a sensitive inventory has flags`)
  const bands = (bandSet === undefined ? undefined : entry(bandSets, bandSet)?.bands) ?? []
  if (bands.every(({ id }) => id !== flagFrom)) report(at, say`scale ${key}: no band ${flagFrom}`)
}

function checkComposites(definition: Definition, index: CheckIndex, report: ReportProblem): void {
  for (const [i, { key, parts, bandSet }] of (definition.composites ?? []).entries()) {
    const at = `composites[${i}]`
    checkNewKey(definition, key, 'composites', i, report)
    for (const [p, { scale }] of parts.entries()) {
      checkNormed(index, scale, at, report)
      if (parts.findIndex((part) => part.scale === scale) < p)
        report(`${at}.parts[${p}].scale`, say`${scale} is in it twice`)
    }
    if (parts.every(({ weight }) => weight === 0)) report(at, say`composite ${key}: all weights are 0`)
    checkBandUse(definition, { bandSet }, { T: true }, at, report)
  }
}

function checkCategories(definition: Definition, index: CheckIndex, report: ReportProblem): void {
  for (const [i, { key, scales, minScored, bandSet }] of (definition.categories ?? []).entries()) {
    const at = `categories[${i}]`
    checkNewKey(definition, key, 'categories', i, report)
    for (const scale of scales) {
      if (minScored !== undefined) checkNormed(index, scale, at, report)
      else if (!index.scales.has(scale)) report(at, say`category ${key}: no scale ${scale}`)
    }
    if (minScored !== undefined && minScored > scales.length) {
      report(`${at}.minScored`, say`category ${key} has ${scales.length} scales`)
    }
    checkBandUse(definition, { bandSet }, { T: minScored !== undefined }, at, report)
  }
}

/** Scales, composites and categories are named side by side in reports and exports. */
function checkNewKey(
  definition: Definition,
  key: string,
  list: 'composites' | 'categories',
  i: number,
  report: ReportProblem,
): void {
  const before = definition[list]?.slice(0, i) ?? []
  const others = list === 'categories' ? (definition.composites ?? []) : []
  if ([...definition.scales, ...others, ...before].some((each) => each.key === key)) {
    report(`${list}[${i}].key`, say`the key ${key} is taken`)
  }
}

function checkNormed({ scales }: CheckIndex, key: string, at: string, report: ReportProblem): void {
  const scale = scales.get(key)
  if (scale === undefined) report(at, say`no scale ${key}`)
  else if (scale.norm === undefined) report(at, say`scale ${key} has no norm, so no T score to average`)
}

function checkChecklist(
  definition: Definition,
  checklist: Checklist,
  { items, points: pointsOf }: CheckIndex,
  report: ReportProblem,
): void {
  const ids =
    checklist.items === 'all' ? [...items.keys()].filter((id) => !items.get(id)?.role) : checklist.items
  let max = 0
  for (const id of ids) {
    const points = pointsOf.get(id) ?? []
    const role = items.get(id)?.role
    if (role) report('checklist.items', say`item ${id} is ${role}, it is not scored here`)
    if (points[0] !== 0) report('checklist.items', say`${id} is no likert item that counts from 0`)
    for (const point of points) max = Math.max(max, point)
  }
  if (checklist.maxMissing >= ids.length) {
    report('checklist.maxMissing', say`${checklist.maxMissing} of ${ids.length} items may not all be missing`)
  }
  checkBandUse(definition, checklist, { raw: { min: 0, max } }, 'checklist', report)
}

function checkPlacement({ scales, levels, caps }: Placement, index: CheckIndex, report: ReportProblem): void {
  const rangeOf = (key: string, at: string) => {
    const scale = index.scales.get(key)
    if (scale?.kind !== 'correct') report(at, say`there is no scale ${key} of right answers`)
    return scale ? scaleRange(index, scale) : null
  }
  const ranges = scales.map((key, i) => rangeOf(key, `placement.scales[${i}]`))
  for (const [i, key] of scales.entries())
    if ((ranges[i]?.min ?? 0) < 0)
      report(`placement.scales[${i}]`, say`scale ${key} can give less than 0, and no level is below 0`)
  const total = ranges.reduce((sum: number, range) => sum + (range?.max ?? Infinity), 0)
  reportTwice(levels, 'placement.levels', report)
  for (const [i, { id, from }] of levels.entries()) {
    const at = `placement.levels[${i}].from`
    const before = levels[i - 1]
    if (before === undefined && from !== 0) report(at, say`the lowest level, ${id}, must start at 0`)
    if (before !== undefined && from <= before.from)
      report(at, say`cut ${from} of ${id} is not above ${before.from}`)
    if (from > total) report(at, say`nobody can reach ${id}: ${from} of ${total}`)
  }
  for (const [i, { scale, atMost }] of (caps ?? []).entries()) {
    rangeOf(scale, `placement.caps[${i}].scale`)
    if (!levels.some(({ id }) => id === atMost))
      report(`placement.caps[${i}].atMost`, say`there is no level ${atMost}`)
    if (levels.at(-1)?.id === atMost)
      report(`placement.caps[${i}].atMost`, say`${atMost} is the highest level, so the cap holds nobody down`)
  }
}

function checkRule(rule: ValidityRule, index: CheckIndex, at: string, report: ReportProblem): void {
  const { items } = index
  const { id, kind, medium, low } = rule
  if (medium === undefined && low === undefined) report(at, say`rule ${id} has no limit`)
  if (medium !== undefined && low !== undefined && medium >= low)
    report(at, say`rule ${id}: medium must be below low`)
  const share = ['speed', 'unanswered', ...responseStyles].includes(kind)
  for (const limit of [medium ?? 0, low ?? 0])
    if (share && limit > 1) report(at, say`rule ${id} is about a share of 0 to 1 and never comes to ${limit}`)
  if (kind === 'infrequency' || kind === 'instructed' || kind === 'desirability') {
    if (![...items.values()].some(({ role }) => role === kind))
      report(at, say`rule ${id}: no item has the role ${kind}`)
  }
  if (isStyle(rule)) checkStyle(rule, index, at, report)
  const named = namedItems(rule)
  for (const item of named) {
    const type = items.get(item)?.type
    if (kind === 'longest_run' ? type === undefined : type !== 'likert') {
      report(
        at,
        kind === 'longest_run'
          ? say`rule ${id}: there is no item ${item}`
          : say`rule ${id}: there is no likert item ${item}`,
      )
    }
    if (kind === 'desirability' && items.get(item)?.role !== kind) {
      report(at, say`rule ${id}: item ${item} has not the role ${kind}`)
    }
  }
}

function namedItems(rule: ValidityRule): readonly string[] {
  if ('items' in rule) return rule.items ?? []
  if (rule.kind === 'desirability') return rule.reverse ?? []
  return rule.kind === 'consistency_pairs' ? rule.pairs.flatMap(({ a, b }) => [a, b]) : []
}

/** Refuses a response style that none of its items can show. */
function checkStyle(rule: StyleRule, { items, points }: CheckIndex, at: string, report: ReportProblem): void {
  const asked = rule.items ?? [...items.values()].filter(showsStyle).map(({ id }) => id)
  if (!asked.some((id) => canShow(rule.kind, points.get(id)?.length ?? 0)))
    report(at, say`rule ${rule.id}: no likert item has points that show ${rule.kind}`)
}

const isStyle = (rule: ValidityRule): rule is StyleRule => responseStyles.some((kind) => kind === rule.kind)
