import { type ReportProblem, say } from '#scoring/check/problems.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { svgFault } from './plain-svg.ts'

/** Types answered by tapping an option, which may be a picture. */
const PICTURED: ReadonlySet<Item['type']> = new Set([
  'single',
  'true_false',
  'image_choice',
  'likert',
  'situational',
  'multiple',
])

/** Every figure that is named is there, every one that is there is named, and all are plain drawings. */
export function checkFigures(definition: Definition, report: ReportProblem): void {
  const figures = definition.figures ?? {}
  const named = new Set<string>()
  const name = (path: string | undefined, at: string) => {
    if (path === undefined) return
    named.add(path)
    if (!Object.hasOwn(figures, path)) report(at, say`no figure ${path}`)
  }
  for (const [i, stimulus] of (definition.stimuli ?? []).entries()) {
    const at = `stimuli[${i}].image`
    if (stimulus.kind === 'figure' && stimulus.image === undefined)
      report(at, say`missing: a figure shows an image`)
    if (stimulus.kind !== 'figure' && stimulus.image !== undefined)
      report(at, say`a ${stimulus.kind} shows no figure`)
    name(stimulus.image, at)
  }
  for (const [s, section] of definition.sections.entries()) {
    name(section.image, `sections[${s}].image`)
    const lists: (readonly [string, readonly Item[]])[] = [
      ['practice', section.practice ?? []],
      ['items', section.items],
    ]
    for (const [list, items] of lists) {
      for (const [i, item] of items.entries()) {
        const at = `sections[${s}].${list}[${i}]`
        name(item.image, `${at}.image`)
        if (!('optionImages' in item) || item.optionImages === undefined) continue
        if (!PICTURED.has(item.type))
          report(`${at}.optionImages`, say`item ${item.id}: ${item.type} shows no pictures as options`)
        for (const [option, path] of Object.entries(item.optionImages))
          name(path, `${at}.optionImages.${option}`)
      }
    }
  }
  for (const [path, text] of Object.entries(figures)) {
    if (!named.has(path)) report(`figures.${path}`, say`belongs to nothing in the definition`)
    const fault = svgFault(text)
    if (fault !== null) report(`figures.${path}`, fault)
  }
}
