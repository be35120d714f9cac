import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/kit.ts'
import { forecastInvitation } from '#contract/people.ts'
import { api } from '../../../../app/api.ts'
import { ApiError } from '../../../../app/apiError.ts'
import { emailsOf } from '../draft/draft.ts'
import type { ListRow } from '../people/parse/rows.ts'

/** The time without edits before the whole list is sent again. */
export const restMs = 800
/** The highest number of tests in one invitation. */
const maxTests = 20

let lists = 0
const numbers = new WeakMap<object, number>()
/** A name for a list that is only ever replaced: ten thousand rows are no name for a query. */
export function numberOf(list: object): number {
  const number = numbers.get(list) ?? ++lists
  numbers.set(list, number)
  return number
}

interface Cooling {
  name: string
  inventoryIds: string[]
  availableFrom: string
}

/** One line for each person, with the day on which they can get all of it again. */
function coolingOf(told: AnswerOf<typeof forecastInvitation>): Forecast['cooling'] {
  const people = new Map<string, Cooling>()
  for (const { inventoryId, coolingDown } of told)
    for (const { userId, name, availableFrom } of coolingDown.people) {
      const known = people.get(userId)
      const day = known && known.availableFrom > availableFrom ? known.availableFrom : availableFrom
      const inventoryIds = [...(known?.inventoryIds ?? []), inventoryId]
      people.set(userId, { name, inventoryIds, availableFrom: day })
    }
  return {
    count: told.reduce((most, { coolingDown }) => Math.max(most, coolingDown.count), people.size),
    people: [...people.values()],
    of: (inventoryId) => told.find((one) => one.inventoryId === inventoryId)?.coolingDown.count ?? 0,
  }
}

interface Forecast {
  /** Units that a test would take; one per person if the server has not answered. */
  units: (inventoryId: string) => number
  /** True if the server answered; otherwise the units are the maximum. */
  exact: boolean
  /** The people who took a test too recently, by name; nobody if the server has not answered. */
  cooling: { count: number; people: Cooling[]; of: (inventoryId: string) => number }
}

/** Asked too often, the server says when it may be asked again. */
const waitOf = (error: Error) =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 60) * 1000 : undefined

/** The units that each test would take for these people, as the server counts: a person with the test pending takes none. */
export function useForecast(
  clientId: string,
  rows: readonly ListRow[],
  inventoryIds: readonly string[],
): Forecast {
  const [settled] = useDebouncedValue(rows, restMs)
  const asked = useMemo(() => inventoryIds.slice(0, maxTests).toSorted(), [inventoryIds])
  const { data, failureCount } = useQuery({
    queryKey: ['client', clientId, 'forecast', numberOf(settled), asked],
    queryFn: ({ signal }) =>
      api(forecastInvitation, {
        params: { clientId },
        body: { emails: emailsOf(settled), inventoryIds: asked },
        signal,
      }),
    enabled: settled.length > 0 && asked.length > 0,
    retry: (failures, error) => failures < (waitOf(error) === undefined ? 2 : 10),
    retryDelay: (failures, error) => waitOf(error) ?? 1000 * 2 ** failures,
  })
  const people = rows.length
  // A forecast for other rows says nothing about these.
  const exact = data !== undefined && failureCount === 0 && settled === rows
  const told = exact ? data : undefined
  return {
    units: (inventoryId) =>
      Math.min(people, told?.find((one) => one.inventoryId === inventoryId)?.units ?? people),
    exact,
    cooling: coolingOf(told ?? []),
  }
}
