import type { Definition, Section } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { entry, optionIds } from '#scoring/definition/lookup.ts'
import { likertValue } from '#scoring/responses/items.ts'
import { checkKey } from './check-keys.ts'
import { type ReportProblem, reportTwice, say } from './problems.ts'

/** Sections and items: ids, options, stimuli and keys fit together. */
export function checkItems(definition: Definition, report: ReportProblem): void {
  reportTwice(definition.notices, 'notices', report)
  reportTwice(definition.stimuli ?? [], 'stimuli', report)
  reportTwice(definition.sections, 'sections', report)
  const seen = new Set<string>()
  for (const [s, section] of definition.sections.entries()) {
    const at = `sections[${s}]`
    if (section.select !== undefined && section.select > section.items.length) {
      report(`${at}.select`, say`asks for ${section.select} of ${section.items.length} items`)
    }
    checkStimuliTogether(section, at, report)
    for (const [list, items] of [
      ['practice', section.practice ?? []] as const,
      ['items', section.items] as const,
    ]) {
      for (const [i, item] of items.entries()) {
        const here = `${at}.${list}[${i}]`
        if (seen.has(item.id)) report(`${here}.id`, say`item ${item.id} exists twice`)
        seen.add(item.id)
        checkItem(definition, section, item, here, report)
        if (list === 'practice' && item.role) report(`${here}.role`, say`practice item ${item.id} has a role`)
      }
    }
  }
}

function checkItem(
  definition: Definition,
  section: Section,
  item: Item,
  at: string,
  report: ReportProblem,
): void {
  if (item.stimulus !== undefined && !definition.stimuli?.some(({ id }) => id === item.stimulus)) {
    report(`${at}.stimulus`, say`item ${item.id}: no stimulus ${item.stimulus}`)
  }
  if ('options' in item || 'optionSet' in item || item.type === 'likert') {
    if (!checkOptions(definition, item, at, report)) return
  }
  checkReadAloud(item, at, report)
  checkRole(item, at, report)
  checkKey(definition, section, item, at, report)
}

/** False when there are no options to check anything against. */
function checkOptions(definition: Definition, item: Item, at: string, report: ReportProblem): boolean {
  if (item.type === 'numeric' || item.type === 'gap' || item.type === 'inline_choice') return true
  const set = 'optionSet' in item ? item.optionSet : undefined
  if ((item.options === undefined) === (set === undefined)) {
    report(at, say`item ${item.id} needs either options or an optionSet`)
    return false
  }
  if (set !== undefined && entry(definition.optionSets, set) === undefined) {
    report(`${at}.optionSet`, say`item ${item.id}: no option set ${set}`)
    return false
  }
  const options = optionIds(definition, item)
  for (const id of [...Object.keys(item.optionImages ?? {}), ...(item.pinned ?? [])]) {
    if (!options.includes(id)) report(at, say`item ${item.id} has no option ${id}`)
  }
  if (item.type === 'true_false' && options.length !== 2)
    report(at, say`item ${item.id} needs exactly two options`)
  if (item.type === 'likert') checkPoints(item.id, options, at, report)
  return true
}

function checkPoints(id: string, options: readonly string[], at: string, report: ReportProblem): void {
  const strange = options.find((option) => option !== 'dk' && likertValue(option) === null)
  if (strange !== undefined) {
    report(at, say`item ${id}: option ${strange} is neither a whole number nor dk`)
    return
  }
  const points = options.flatMap((option) => likertValue(option) ?? [])
  const first = points[0] ?? 0
  if (points.length < 2 || points.some((point, i) => point !== first + i)) {
    report(at, say`item ${id}: the points must count up by one, at least two of them`)
  }
}

/** Devices never read figures aloud, so an item that asks for it is not understood the way its author expects. */
function checkReadAloud(item: Item, at: string, report: ReportProblem): void {
  const pictured =
    item.type === 'image_choice' ||
    ('optionImages' in item && Object.keys(item.optionImages ?? {}).length > 0)
  if (item.readAloud === true && pictured)
    report(`${at}.readAloud`, say`item ${item.id}: its options are figures, which are never read aloud`)
}

function checkRole(item: Item, at: string, report: ReportProblem): void {
  if (item.role === 'desirability' && item.type !== 'likert') {
    report(`${at}.role`, say`item ${item.id}: desirability is measured by likert items`)
  }
  if (item.role !== 'instructed' && item.role !== 'infrequency') return
  const pick = ['single', 'true_false', 'image_choice', 'likert'].includes(item.type)
  if (!pick || !('key' in item) || item.key === undefined) {
    report(`${at}.role`, say`item ${item.id}: ${item.role} needs one pick and a key, the expected option`)
  }
}

/** A passage split by another one would be shown twice, and shuffled apart. */
function checkStimuliTogether(section: Section, at: string, report: ReportProblem): void {
  const left = new Set<string>()
  let current: string | undefined
  for (const [i, { id, stimulus }] of section.items.entries()) {
    if (stimulus !== current && current !== undefined) left.add(current)
    if (stimulus !== undefined && left.has(stimulus)) {
      report(`${at}.items[${i}].stimulus`, say`item ${id}: items of ${stimulus} must be side by side`)
    }
    current = stimulus
  }
}
