import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry, hasOneRightPick, partScales } from '#scoring/definition/lookup.ts'
import type { LikertScale, Norm, Scale } from '#scoring/definition/scale-schema.ts'
import { itemRange } from '#scoring/responses/items.ts'
import type { CheckIndex } from './check-index.ts'
import { type Range, scaleRange } from './check-ranges.ts'
import { type ReportProblem, say } from './problems.ts'

/** Scales and norms: items that exist and can be scored that way, each in one scale, figures that are possible. */
export function checkScales(definition: Definition, index: CheckIndex, report: ReportProblem): void {
  for (const [i, scale] of definition.scales.entries()) {
    const at = `scales[${i}]`
    if (index.scales.get(scale.key) !== scale) {
      report(`${at}.key`, say`scale ${scale.key} exists twice`)
    }
    checkMembers(definition, scale, index, at, report)
    const range = scaleRange(index, scale)
    if (scale.kind === 'correct' && scale.max !== undefined && Math.abs(scale.max - range.max) > 1e-9) {
      report(`${at}.max`, say`scale ${scale.key}: its items give at most ${range.max}, not ${scale.max}`)
    }
    checkNormOfScale(definition, scale, range, at, report)
  }
  for (const [id, norm] of Object.entries(definition.norms ?? {})) checkNorm(norm, `norms.${id}`, report)
  checkEveryItemOnce(definition, index, report)
}

function checkMembers(
  definition: Definition,
  scale: Scale,
  index: CheckIndex,
  at: string,
  report: ReportProblem,
): void {
  const { items, members: membersOf } = index
  const ids = membersOf.get(scale) ?? []
  if (scale.kind === 'forced_choice') {
    if (ids.length === 0) report(at, say`no statement loads on scale ${scale.key}`)
    return
  }
  if ((scale.items === undefined) === (scale.of === undefined)) {
    report(at, say`scale ${scale.key} needs either items or of`)
    return
  }
  const parts = partScales(definition, scale)
  for (const key of scale.of ?? []) {
    const part = parts.find((each) => each.key === key)
    if (part === undefined) report(`${at}.of`, say`scale ${scale.key}: no scale ${key}`)
    else if (!('items' in part)) report(`${at}.of`, say`scale ${scale.key}: ${key} has no items of its own`)
  }
  for (const id of scale.items ?? []) {
    const item = items.get(id)
    if (item === undefined) report(`${at}.items`, say`scale ${scale.key}: no item ${id}`)
    else if (item.role)
      report(`${at}.items`, say`scale ${scale.key}: item ${id} is ${item.role}, it is not scored here`)
  }
  const members = ids.flatMap((id) => items.get(id) ?? [])
  if (scale.kind === 'correct') {
    for (const item of members) {
      if (itemRange(item) === null)
        report(`${at}.items`, say`scale ${scale.key}: item ${item.id} has no right answer`)
    }
    checkFormulaScore(scale, members, at, report)
  } else checkLikert(scale, members, index, at, report)
}

/** Guessing is corrected where k options have one right one: only there is the chance of a lucky guess 1 / k. */
function checkFormulaScore(
  { key, formulaScore, of }: Extract<Scale, { kind: 'correct' }>,
  members: readonly Item[],
  at: string,
  report: ReportProblem,
): void {
  if (!formulaScore) return
  if (of) {
    report(`${at}.formulaScore`, say`scale ${key}: formulaScore belongs to the scales that it adds up`)
    return
  }
  for (const item of members) {
    if (itemRange(item) !== null && !hasOneRightPick(item))
      report(
        `${at}.items`,
        say`scale ${key}: formulaScore needs one pick with one right option, not ${item.id}`,
      )
  }
}

function checkLikert(
  scale: LikertScale,
  members: readonly Item[],
  { points: pointsOf }: CheckIndex,
  at: string,
  report: ReportProblem,
): void {
  const { key, min, max, maxMissing, maxMissingShare } = scale
  if (min >= max) report(`${at}.max`, say`scale ${key}: max must be above min`)
  const ids = new Set(members.map(({ id }) => id))
  for (const id of scale.reverse ?? []) {
    if (!ids.has(id)) report(`${at}.reverse`, say`scale ${key}: ${id} is none of its items`)
  }
  if (maxMissing !== undefined && maxMissingShare !== undefined) {
    report(at, say`scale ${key}: either maxMissing or maxMissingShare`)
  }
  if (maxMissing !== undefined && maxMissing >= members.length) {
    report(`${at}.maxMissing`, say`scale ${key} would be scored without any answer`)
  }
  for (const item of members) {
    if (item.type === 'likert') {
      const points = pointsOf.get(item.id) ?? []
      if (points[0] !== min || points.at(-1) !== max) {
        report(`${at}.items`, say`scale ${key}: the points of ${item.id} are not ${min} to ${max}`)
      }
    } else if (item.type === 'situational' && item.weights) {
      if (Object.values(item.weights).some((weight) => weight < min || weight > max)) {
        report(`${at}.items`, say`scale ${key}: a weight of ${item.id} is outside ${min} to ${max}`)
      }
    } else report(`${at}.items`, say`scale ${key}: ${item.id} is neither likert nor situational with weights`)
  }
}

function checkNorm({ n, freq, freqFrom, freqPer }: Norm, at: string, report: ReportProblem): void {
  if (freqFrom !== undefined && freq === undefined) report(`${at}.freqFrom`, say`there is no freq`)
  if (freqPer !== undefined && freq === undefined) report(`${at}.freqPer`, say`there is no freq`)
  const people = freq?.reduce((sum, count) => sum + count, 0) ?? n
  if (people !== n) report(`${at}.freq`, say`holds ${people} people, n is ${n}`)
}

function checkNormOfScale(
  definition: Definition,
  scale: Scale,
  range: Range,
  at: string,
  report: ReportProblem,
): void {
  if (scale.norm === undefined) return
  const norm = entry(definition.norms, scale.norm)
  if (norm === undefined) {
    report(`${at}.norm`, say`scale ${scale.key}: no norm ${scale.norm}`)
    return
  }
  const { mean, freq, freqFrom = 0, freqPer = 1 } = norm
  if (mean < range.min || mean > range.max) {
    report(
      `${at}.norm`,
      say`scale ${scale.key} gives ${range.min} to ${range.max}, its norm's mean is ${mean}`,
    )
  }
  const scored = (freq ?? []).flatMap((count, i) => (count > 0 ? (freqFrom + i) / freqPer : []))
  if (scored.some((raw) => raw < range.min || raw > range.max)) {
    report(
      `${at}.norm`,
      say`scale ${scale.key} gives ${range.min} to ${range.max}, its norm has people outside`,
    )
  }
}

/** Two scales that share an item are correlated by construction: only on purpose. */
function checkEveryItemOnce(definition: Definition, index: CheckIndex, report: ReportProblem): void {
  const { items, owners: ownersOf } = index
  const shared = new Set(definition.sharedItems)
  for (const [i, id] of [...shared].entries()) {
    if ((ownersOf.get(id) ?? []).length < 2) report(`sharedItems[${i}]`, say`${id} is not in two scales`)
  }
  const { checklist } = definition
  const inChecklist = new Set(checklist === undefined || checklist.items === 'all' ? [] : checklist.items)
  for (const item of items.values()) {
    const { id, role } = item
    const speaksForScales = item.type === 'forced_choice' && item.loads !== undefined
    const owners = ownersOf.get(id) ?? []
    if (owners.length > 1 && !shared.has(id)) {
      report('scales', say`item ${id} is in ${owners.join(' and ')}: list it in sharedItems if that is meant`)
    }
    const listed = checklist?.items === 'all' || inChecklist.has(id)
    if (owners.length === 0 && !listed && !role && !speaksForScales) {
      report('scales', say`item ${id} is scored nowhere: give it a scale or a role`)
    }
  }
}
