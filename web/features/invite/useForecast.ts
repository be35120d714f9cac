import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { forecastInvitation } from '#contract/people.ts'
import { api } from '../../app/api.ts'
import { emailsOf } from './draft.ts'
import type { ListRow } from './parse/rows.ts'

const restMs = 400
/** As many as one invitation may give. */
const mostTests = 20

let lists = 0
const numbers = new WeakMap<object, number>()
/** A name for a list that is only ever replaced: ten thousand rows are no name for a query. */
function numberOf(list: object): number {
  const number = numbers.get(list) ?? ++lists
  numbers.set(list, number)
  return number
}

/**
 * How many units each test would take for these people, as the server counts: who waits for one already takes none.
 * @returns for a test; everybody, until the server has answered
 */
export function useForecast(
  clientId: string,
  rows: readonly ListRow[],
  inventoryIds: readonly string[],
): (inventoryId: string) => number {
  const [settled] = useDebouncedValue(rows, restMs)
  const asked = useMemo(() => inventoryIds.slice(0, mostTests).toSorted(), [inventoryIds])
  const { data } = useQuery({
    queryKey: ['client', clientId, 'forecast', numberOf(settled), asked],
    queryFn: ({ signal }) =>
      api(forecastInvitation, {
        params: { clientId },
        body: { emails: emailsOf(settled), inventoryIds: asked },
        signal,
      }),
    enabled: settled.length > 0 && asked.length > 0,
    placeholderData: keepPreviousData,
  })
  const people = rows.length
  return (inventoryId) =>
    Math.min(people, data?.find((one) => one.inventoryId === inventoryId)?.units ?? people)
}
