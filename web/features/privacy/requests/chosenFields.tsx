import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listClients } from '#contract/clients.ts'
import { formatDate } from '#contract/format.ts'
import { findRequesters } from '#contract/requests.ts'
import { api } from '../../../app/api.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { SelectField, type SelectFieldProps } from '../../../ui/form/SelectField.tsx'

type Chosen = Omit<SelectFieldProps, 'label' | 'data'>

/** One of what the server finds for the words. Once one is chosen, the field shows its name: that finds it again. */
function FoundField({
  searching: [words, setWords],
  ...props
}: SelectFieldProps & { searching: readonly [string, (words: string) => void] }) {
  return (
    <SelectField
      searchable
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      {...props}
    />
  )
}

export function ClientField(props: Chosen) {
  const { t } = useTranslation()
  const searching = useState('')
  const [search] = useDebouncedValue(searching[0].trim(), 200)
  const found = useQuery({
    queryKey: ['clients', 'of-requests', search],
    queryFn: ({ signal }) => api(listClients, { query: { page_size: '20', search }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <FoundField
      {...props}
      label={t('requests:column.client')}
      data={(found.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      searching={searching}
      placeholder={t('requests:enter.search')}
      nothingFoundMessage={t('requests:enter.nobody')}
    />
  )
}

/** Among a client's people, also those who left. */
export function PersonField({ clientId, ...props }: Chosen & { clientId: string }) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(clientId)
  const searching = useState('')
  // The name alone finds them: what follows it tells people of one name apart.
  const [words] = useDebouncedValue(searching[0].split(' · ')[0]?.trim() ?? '', 200)
  const found = useQuery({
    queryKey: ['client', clientId, 'requesters', words],
    queryFn: ({ signal }) =>
      api(findRequesters, { params: { clientId }, query: { search: words.slice(0, 100) }, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const shown = words === '' ? [] : (found.data ?? [])
  const labelOf = ({ name, email, phone, staffNumber, leftAt }: NonNullable<typeof found.data>[number]) =>
    [
      ...[name, email || phone || staffNumber],
      leftAt === null ? '' : t('requests:enter.left', { day: formatDate(leftAt, i18n.language, timeZone) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <FoundField
      {...props}
      label={t('requests:column.person')}
      help={t('requests:enter.personHelp')}
      data={shown.map((one) => ({ value: one.membershipId, label: labelOf(one) }))}
      searching={searching}
      placeholder={t('requests:enter.search')}
      nothingFoundMessage={t(words === '' ? 'requests:enter.type' : 'requests:enter.nobody')}
    />
  )
}
