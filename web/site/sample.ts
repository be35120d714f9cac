import { createContext, useContext } from 'react'
import type { GroupView, ReportView } from '#report/view.ts'

/** The report of a person of the demo, in one language; made at build by server/demo/write-sample.ts. */
export const SampleContext = createContext<ReportView | undefined>(undefined)

/** @throws outside the drawing of a page */
export function useSample(): ReportView {
  const sample = useContext(SampleContext)
  if (sample === undefined) throw new Error('The sample report is missing')
  return sample
}

/** The public pages call categories and scales what the test calls them. @throws when the test has no such category */
export function categoryOf({ groups }: ReportView, key: string): GroupView & { name: string } {
  const group = groups.find((one) => one.key === key)
  if (group === undefined || group.name === null) throw new Error(`The sample report has no category ${key}`)
  return { ...group, name: group.name }
}
