import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findOtherNames } from '#contract/people.ts'
import { api } from '../../../../app/api.ts'
import { type CheckRow, type Draft, emailsOf } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import { numberOf, restMs } from '../tests/useForecast.ts'

/** The registered name of each row that was asked about; null where it is no other one. An edited row is a new row. */
const registeredNames = new WeakMap<CheckRow, string | null>()

const isUnknown = (row: CheckRow) =>
  row.name.trim() !== '' && row.registeredAs === undefined && !registeredNames.has(row)

const otherNamesOf = (clientId: string, rows: readonly CheckRow[]) =>
  queryOptions({
    queryKey: ['client', clientId, 'otherNames', numberOf(rows)],
    queryFn: async ({ signal }) => {
      const unknown = rows.filter(isUnknown)
      if (unknown.length > 0) {
        const body = { emails: emailsOf(unknown) }
        const found = await api(findOtherNames, { params: { clientId }, body, signal })
        const names = new Map(found.map(({ row, name }) => [row, name]))
        for (const [at, row] of unknown.entries()) registeredNames.set(row, names.get(at) ?? null)
      }
      return rows.flatMap((row, place) => {
        const name = row.registeredAs === undefined ? registeredNames.get(row) : undefined
        return name ? [{ place, name }] : []
      })
    },
  })

/**
 * Finds the rows whose person this client has under another name, and puts that name into them: they are not sent before
 * somebody has decided.
 * @param sendable the rows that would be sent, of `draft.rows`
 * @returns asks now; resolves to how many more rows need a decision
 */
export function useOtherNames(
  clientId: string,
  draft: Draft,
  sendable: readonly CheckRow[],
  dispatch: (action: Action) => void,
): () => Promise<number> {
  const queries = useQueryClient()
  const [settled] = useDebouncedValue(sendable, restMs)
  const isSettled = settled === sendable
  const { data } = useQuery({
    ...otherNamesOf(clientId, settled),
    // A list that was sent already is sent again unchanged.
    enabled: isSettled && draft.key === '',
    retry: false,
  })
  const put = (found: readonly { place: number; name: string }[]) => {
    const indexes = new Map(draft.rows.map((row, index) => [row, index]))
    const names = found.flatMap(({ place, name }) => {
      const row = sendable[place]
      const index = row && indexes.get(row)
      return index === undefined ? [] : [{ index, name }]
    })
    if (names.length > 0) dispatch({ type: 'registered', names })
    return names.length
  }
  useEffect(() => {
    if (isSettled && data && data.length > 0) put(data)
  })
  return async () => put(await queries.fetchQuery(otherNamesOf(clientId, sendable)))
}
