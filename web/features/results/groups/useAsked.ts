import type { z } from 'zod'
import { getGroupReport } from '#contract/group-reports.ts'
import type { QueryIn } from '#contract/kit.ts'
import { filtersBy } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'

const names = ['inventory', 'from', 'to', 'version', 'group'] as const
const { shape } = getGroupReport.query
const valid = {
  inventory: shape.inventory,
  from: shape.from.unwrap(),
  to: shape.to.unwrap(),
  version: shape.version.unwrap(),
  group: shape.group.unwrap(),
}
// The list of assignments has the same names for its filters, and days in place of months.
type Query = QueryIn<typeof getGroupReport>

export interface Asked {
  asked: ReturnType<typeof useTableParams<(typeof names)[number]>>
  /** What the server is asked for; undefined until a test is chosen. */
  query: Query | undefined
}

/** The test, months and people that the address asks about; what somebody mistyped there is left out. */
export function useAsked(): Asked {
  const asked = useTableParams(names, '')
  const { inventory, ...others } = filtersBy(
    valid as Record<(typeof names)[number], z.ZodType<string>>,
    asked.filters,
  )
  return { asked, query: inventory === undefined ? undefined : { inventory, ...others } }
}
