import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listRecordings, type RecordedText, setRecording } from '#contract/recordings.ts'
import { api } from '../../../app/api.ts'
import { useSequence } from '../../../app/useAction.ts'
import { paramsOf, type VersionKey } from '../useCatalogue.ts'

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
export function useSetRecordings(of: VersionKey, locale: Locale) {
  const { t } = useTranslation()
  return useSequence(
    setRecording,
    async (files: readonly NamedFile[]) => {
      const refused: { name: string; error: unknown }[] = []
      for (const { key, file } of files) {
        const body = new Blob([file], { type: 'audio/mpeg' })
        await api(setRecording, { params: { ...paramsOf(of), locale, key }, body }).catch((error: unknown) =>
          refused.push({ name: file.name, error }),
        )
      }
      return { done: files.length - refused.length, refused }
    },
    {
      done: ({ done }) =>
        done > 0 ? t('inventories:recordings.uploaded', { count: done, number: done }) : undefined,
    },
  )
}
