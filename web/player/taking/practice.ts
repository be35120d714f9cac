import type { ResponseValue } from '#contract/responses.ts'
import type { PracticeItem } from '../attempt/steps.ts'

interface Judged {
  type: PracticeItem['type']
  key?: unknown
}

const strings = (value: unknown): string[] | undefined => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
}

/** True if a practice answer is right. A list is the exact set for several choices, and any of them for one. */
export function isRight({ type, key }: Judged, value: ResponseValue): boolean {
  if (key === undefined || key === null) return true
  const keys = strings(key)
  const given = strings(value)
  if (!keys || !given) return false
  if (type === 'ordering')
    return keys.length === given.length && keys.every((id, index) => id === given[index])
  if (type === 'multiple') return keys.length === given.length && keys.every((id) => given.includes(id))
  return given.every((id) => keys.includes(id))
}

/** Options marked after checking: what is right, and what was chosen and is not. */
export function marksOf(item: Pick<Judged, 'key'>, value: ResponseValue): Record<string, 'right' | 'wrong'> {
  const keys = strings(item.key)
  if (!keys) return {}
  const wrong = (strings(value) ?? []).filter((id) => !keys.includes(id))
  return Object.fromEntries([
    ...keys.map((id) => [id, 'right'] as const),
    ...wrong.map((id) => [id, 'wrong'] as const),
  ])
}
