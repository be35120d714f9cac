import type { z } from 'zod'
import { getGroupReport } from '#contract/group-reports.ts'
import type { QueryIn } from '#contract/kit.ts'
import { filtersBy } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'

const names = ['inventory', 'version'] as const
const { shape } = getGroupReport.query
const valid = {
  inventory: shape.inventory,
  version: shape.version.unwrap(),
}
type Query = QueryIn<typeof getGroupReport>

export interface Asked {
  asked: ReturnType<typeof useTableParams<(typeof names)[number]>>
  /** The query for the server; undefined until a test is chosen. */
  query: Query | undefined
}

/** The test and the version that the address asks about; what somebody mistyped there is left out. */
export function useAsked(): Asked {
  const asked = useTableParams(names, '')
  const { inventory, ...others } = filtersBy(
    valid as Record<(typeof names)[number], z.ZodType<string>>,
    asked.filters,
  )
  return { asked, query: inventory === undefined ? undefined : { inventory, ...others } }
}
