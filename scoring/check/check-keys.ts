import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { GapItem, InlineChoiceItem, Item, MatchingItem } from '#scoring/definition/item-schema.ts'
import { optionIds } from '#scoring/definition/lookup.ts'
import { type ReportProblem, type Said, say } from './problems.ts'

/** A key names options that exist, completely where it has to be complete, and gives no answer away. */
export function checkKey(
  definition: Definition,
  section: Section,
  item: Item,
  at: string,
  report: ReportProblem,
): void {
  const wrong = (said: Said) => report(`${at}.key`, said)
  const hasNoPoints = item.type === 'likert' || (item.type === 'forced_choice' && item.key === undefined)
  if (item.points !== undefined && hasNoPoints) {
    report(`${at}.points`, say`item ${item.id}: ${item.type} items have no points of their own`)
  }
  switch (item.type) {
    case 'single':
    case 'true_false':
    case 'image_choice':
    case 'multiple':
    case 'likert': {
      const options = optionIds(definition, item)
      for (const id of [item.key ?? []].flat())
        if (!options.includes(id)) wrong(say`item ${item.id}: key ${id} is no option`)
      const judged = item.role === 'instructed' || item.role === 'infrequency'
      if (item.type === 'likert' && item.key !== undefined && !judged) {
        wrong(say`item ${item.id}: a likert item has a key only as instructed or infrequency item`)
      }
      return
    }
    case 'situational':
      checkSituational(definition, item, at, report)
      return
    case 'ordering':
      if (item.key && !sameMembers(item.key, item.options))
        wrong(say`item ${item.id}: the key must order all options`)
      if (item.key && String(item.key) === String(item.options) && !section.shuffleOptions) {
        wrong(say`item ${item.id}: the options are shown in the right order`)
      }
      return
    case 'gap':
      checkGap(definition, item, at, report)
      return
    case 'inline_choice':
      checkParts(item, at, report)
      for (const part of item.parts) {
        const key = item.key?.[part.id]
        if (key !== undefined && !part.options.includes(key))
          wrong(say`item ${item.id}: key ${key} is no option of ${part.id}`)
      }
      return
    case 'matching':
      checkParts(item, at, report)
      for (const target of Object.values(item.key ?? {})) {
        if (!item.options.includes(target)) wrong(say`item ${item.id}: key ${target} is no option`)
      }
      return
    case 'forced_choice':
      checkForcedChoice(definition, item, at, report)
      return
    case 'numeric':
      checkTolerance(item.id, item, at, report)
      if (item.relativeTolerance !== undefined && item.key === undefined)
        report(`${at}.relativeTolerance`, say`item ${item.id}: relativeTolerance needs a key`)
  }
}

/** A self-description has loads, a judgement of the most and the least effective option a key. */
function checkForcedChoice(
  definition: Definition,
  { id, loads, key, credit, options }: Extract<Item, { type: 'forced_choice' }>,
  at: string,
  report: ReportProblem,
): void {
  if ((loads === undefined) === (key === undefined)) {
    report(at, say`item ${id} needs either loads or a key`)
    return
  }
  if (loads && !sameMembers(Object.keys(loads), options)) {
    report(`${at}.loads`, say`item ${id}: loads must name every option and nothing else`)
  }
  for (const scale of Object.values(loads ?? {})) {
    if (!definition.scales.some((one) => one.key === scale && one.kind === 'forced_choice')) {
      report(`${at}.loads`, say`item ${id}: no forced choice scale ${scale}`)
    }
  }
  if (loads && credit) report(`${at}.credit`, say`item ${id}: credit needs a key`)
  for (const option of Object.values(key ?? {})) {
    if (!options.includes(option)) report(`${at}.key`, say`item ${id}: key ${option} is no option`)
  }
  if (key && key.most === key.least) {
    report(`${at}.key`, say`item ${id}: ${key.most} can’t be both the most and the least`)
  }
}

/** A share of 0 is 0, so a key of 0 would take 0 alone. */
function checkTolerance(
  id: string,
  given: {
    key?: number | undefined
    tolerance?: number | undefined
    relativeTolerance?: number | undefined
  },
  at: string,
  report: ReportProblem,
): void {
  if (given.relativeTolerance === undefined) return
  if (given.tolerance !== undefined) report(at, say`item ${id}: either tolerance or relativeTolerance`)
  if (given.key === 0)
    report(`${at}.relativeTolerance`, say`item ${id}: the key is 0, so only tolerance can be used`)
}

function checkSituational(
  definition: Definition,
  item: Extract<Item, { type: 'situational' }>,
  at: string,
  report: ReportProblem,
): void {
  const options = optionIds(definition, item)
  if ([item.key, item.weights, item.experts].filter((one) => one !== undefined).length !== 1) {
    report(at, say`item ${item.id} needs a key, weights or experts, and only one of them`)
  }
  for (const id of [item.key ?? []].flat()) {
    if (!options.includes(id)) report(`${at}.key`, say`item ${item.id}: key ${id} is no option`)
  }
  if (item.weights && !sameMembers(Object.keys(item.weights), options)) {
    report(`${at}.weights`, say`item ${item.id}: weights must name every option and nothing else`)
  }
  if (item.experts && !sameMembers(Object.keys(item.experts), options)) {
    report(`${at}.experts`, say`item ${item.id}: experts must name every option and nothing else`)
  }
  if (item.experts && Object.values(item.experts).every((chose) => chose === 0)) {
    report(`${at}.experts`, say`item ${item.id}: no expert chose any option`)
  }
  if (item.weights && item.points !== undefined) {
    report(`${at}.points`, say`item ${item.id}: the weights are its points`)
  }
}

function checkGap(definition: Definition, item: GapItem, at: string, report: ReportProblem): void {
  checkParts(item, at, report)
  const langs = definition.itemLocale ? [definition.itemLocale] : (['tr', 'en'] as const)
  for (const [part, key] of Object.entries(item.key ?? {})) {
    if ('number' in key) {
      checkTolerance(item.id, { ...key, key: key.number }, `${at}.key.${part}`, report)
      continue
    }
    for (const lang of langs) {
      if (!key[lang]) report(`${at}.key.${part}`, say`item ${item.id}: no accepted answer in ${lang}`)
    }
  }
}

function checkParts(
  item: GapItem | InlineChoiceItem | MatchingItem,
  at: string,
  report: ReportProblem,
): void {
  const parts = item.parts.map(({ id }) => id)
  if (new Set(parts).size < parts.length) report(`${at}.parts`, say`item ${item.id} names a part twice`)
  if (item.key && !sameMembers(Object.keys(item.key), parts)) {
    report(`${at}.key`, say`item ${item.id}: the key must name every part and nothing else`)
  }
}

/** The same ids in any order. */
function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}
