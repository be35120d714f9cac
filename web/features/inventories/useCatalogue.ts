import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  checkDefinition,
  discardDefinition,
  getDefinition,
  getDefinitionVersion,
  importDefinition,
  listDefinitions,
  publishDefinition,
} from '#contract/definitions.ts'
import { definitionDifferences } from '#contract/differences.ts'
import { previewRescoring } from '#contract/rescoring.ts'
import { api } from '../../app/api.ts'
import { pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

export type Document = Record<string, unknown>
export interface VersionKey {
  code: string
  version: number
}

export const paramsOf = ({ code, version }: VersionKey) => ({ code, version: String(version) })

export const useListParams = () => useTableParams([], 'name')

const { ordering: orderings } = listDefinitions.query.shape

/** One page of all inventories; what somebody mistyped into the address is left out. */
export function useCatalogue(params: ReturnType<typeof useListParams>) {
  const { i18n } = useTranslation()
  const query = pageOf(params, orderings)
  return useQuery({
    queryKey: ['inventories', 'list', query, i18n.language],
    queryFn: ({ signal }) => api(listDefinitions, { query, signal }),
    placeholderData: keepPreviousData,
    // What is published and imported here has to be what is.
    staleTime: 0,
  })
}

export function useInventory(code: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['inventories', code, 'record', i18n.language],
    queryFn: ({ signal }) => api(getDefinition, { params: { code }, signal }),
    staleTime: 0,
  })
}

export function useVersion(key: VersionKey) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['inventories', key.code, key.version, 'content', i18n.language],
    queryFn: ({ signal }) => api(getDefinitionVersion, { params: paramsOf(key), signal }),
    staleTime: 0,
  })
}

/** What differs between a version and another one; the published one before it unless `from` is given. */
export function useDifferences(key: VersionKey, from: string | null) {
  const { i18n } = useTranslation()
  const query = from !== null && /^[1-9]\d{0,5}$/.test(from) ? { from } : {}
  return useQuery({
    queryKey: ['inventories', key.code, key.version, 'differences', query, i18n.language],
    queryFn: ({ signal }) => api(definitionDifferences, { params: paramsOf(key), query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** How the results of the version before would read by a draft; of a published version nobody asks. */
export function useForecast(key: VersionKey, { hash, enabled }: { hash: string; enabled: boolean }) {
  const { i18n } = useTranslation()
  return useQuery({
    // Another content under the number is another draft.
    queryKey: ['inventories', key.code, key.version, 'rescoring', hash, i18n.language],
    queryFn: ({ signal }) => api(previewRescoring, { params: paramsOf(key), signal }),
    enabled,
  })
}

/**
 * An action on an inventory, after which everything shown about inventories is requested again. Also after a refusal,
 * because then somebody else has usually changed it before.
 */
export function useInventoryAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['inventories'] }),
  })
}

/** Says what is wrong with a document, or what importing it would make. */
export const useCheck = () =>
  useMutation({ mutationFn: (definition: Document) => api(checkDefinition, { body: { definition } }) })

export const useImport = () =>
  useInventoryAction((input: { definition: Document; replaces?: string }) =>
    api(importDefinition, { body: input }),
  )

export const usePublish = (key: VersionKey) =>
  useInventoryAction((hash: string) => api(publishDefinition, { params: paramsOf(key), body: { hash } }))

export const useDiscard = (key: VersionKey) =>
  useInventoryAction((hash: string) => api(discardDefinition, { params: paramsOf(key), body: { hash } }))
