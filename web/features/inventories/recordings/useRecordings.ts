import { useQuery } from '@tanstack/react-query'
import {
  copyVersion,
  listRecordings,
  type RecordedText,
  removeRecording,
  setRecording,
} from '#contract/recordings.ts'
import { api } from '../../../app/api.ts'
import { paramsOf, useInventoryAction, type VersionKey } from '../useCatalogue.ts'

type Locale = RecordedText['locale']

export function useRecordings(key: VersionKey) {
  return useQuery({
    queryKey: ['inventories', key.code, key.version, 'recordings'],
    queryFn: ({ signal }) => api(listRecordings, { params: paramsOf(key), signal }),
    staleTime: 0,
  })
}

interface NamedFile {
  key: string
  file: File
}

/** One file after the other; what is wrong with one keeps none of the others from being stored. */
export const useSetRecordings = (of: VersionKey, locale: Locale) =>
  useInventoryAction(async (files: readonly NamedFile[]) => {
    const refused: { name: string; error: Error }[] = []
    for (const { key, file } of files) {
      const body = new Blob([file], { type: 'audio/mpeg' })
      await api(setRecording, { params: { ...paramsOf(of), locale, key }, body }).catch((error: unknown) => {
        refused.push({ name: file.name, error: error instanceof Error ? error : new Error(String(error)) })
      })
    }
    return { done: files.length - refused.length, refused }
  })

export const useRemoveRecording = (of: VersionKey) =>
  useInventoryAction(({ locale, key }: { locale: Locale; key: string }) =>
    api(removeRecording, { params: { ...paramsOf(of), locale, key } }),
  )

export const useCopyVersion = (of: VersionKey) =>
  useInventoryAction(() => api(copyVersion, { params: paramsOf(of) }))
