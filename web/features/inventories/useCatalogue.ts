import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getDefinition, getDefinitionVersion } from '#contract/definitions.ts'
import { definitionDifferences } from '#contract/differences.ts'
import { previewRescoring } from '#contract/rescoring.ts'
import { api } from '../../app/api.ts'

export type Document = Record<string, unknown>
export interface VersionKey {
  code: string
  version: number
}

export const paramsOf = ({ code, version }: VersionKey) => ({ code, version: String(version) })

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

/** The differences between a version and another one; the published one before it unless `from` is given. */
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

/** The effect of a draft on the results of the version before; a published version has no forecast. */
export function useForecast(key: VersionKey, { hash, enabled }: { hash: string; enabled: boolean }) {
  const { i18n } = useTranslation()
  return useQuery({
    // Another content under the number is another draft.
    queryKey: ['inventories', key.code, key.version, 'rescoring', hash, i18n.language],
    queryFn: ({ signal }) => api(previewRescoring, { params: paramsOf(key), signal }),
    enabled,
  })
}
