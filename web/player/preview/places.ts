import '../taking/reviewWords.ts'
import type { Preview } from '#contract/previews.ts'
import { type Step, stepsOf } from '../attempt/steps.ts'
import { t } from '../words.ts'

/** The application's page of a version, which the preview comes from and closes to. */
export const versionPage = (code: string, version: number) => `/admin/inventories/${code}/versions/${version}`

/** A screen of the test as it is chosen from a list. Its key is part of the address. */
export interface Place {
  key: string
  label: string
}
export interface PlaceGroup {
  label: string
  places: Place[]
}

export const noticeKey = (id: string) => `notice:${id}`
export const beforeKey = 'before'
export const doneKey = 'done'

const longest = 60
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1).trim()}…` : text)

function labelOf(step: Step): string {
  switch (step.kind) {
    case 'opening':
      return t('player-preview:opening')
    case 'practice':
      return t('player-preview:practice', { n: step.number })
    case 'item':
      return `${step.number}. ${shortened(step.item.prompt.replace(/\[\[[^[\]]*\]\]/g, '____'))}`
    case 'review':
      return t('player-review:title')
  }
}

const placeOf = (step: Step): Place => ({ key: step.key, label: labelOf(step) })

/** Every screen that a participant meets, by section, in their order. */
export function placesOf(preview: Preview): PlaceGroup[] {
  const steps = stepsOf(preview.form)
  return [
    {
      label: t('player-preview:before'),
      places: [
        ...noticesOf(preview).map(({ id, title }) => ({ key: noticeKey(id), label: title })),
        { key: beforeKey, label: t('player:before.title') },
      ],
    },
    ...preview.form.sections.map((section) => ({
      label: section.title,
      places: steps.filter((step) => step.kind !== 'review' && step.section.id === section.id).map(placeOf),
    })),
    {
      label: t('player-preview:after'),
      places: [
        ...steps.filter(({ kind }) => kind === 'review').map(placeOf),
        { key: doneKey, label: t('player-preview:done') },
      ],
    },
  ]
}

/** The notices in the order in which they are shown: what is to be read before what is asked. */
export function noticesOf({ notices }: Preview): Preview['notices'] {
  const order = ['information', 'explicit_consent']
  return notices.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** The key of the step after a section; after the last one, of the overview of the answers. */
export function afterSection({ form }: Preview, sectionId: string): string {
  const steps = stepsOf(form)
  const last = steps.findLastIndex((step) => step.kind !== 'review' && step.section.id === sectionId)
  return steps[last + 1]?.key ?? 'review'
}
