import { useTranslation } from 'react-i18next'
import type { Filter } from '../../ui/table/filters.ts'
import { usePeopleGroups } from './usePeopleGroups.ts'

interface Narrowed {
  /** Groups, separated by line breaks. */
  group: string
  /** Things that the people lack, separated by commas. */
  without: string
}

/** Filters for groups, and for people who have no contact data or no test. */
export function usePeopleFilters(
  clientId: string,
  { group, without }: Narrowed,
  onChange: (values: Partial<Narrowed>) => void,
): Filter[] {
  const { t } = useTranslation()
  const groups = usePeopleGroups(clientId)
  const chosen = group === '' ? [] : group.split('\n')
  // A group of the address that is not among the suggestions is still one that is set.
  const named = [...new Set([...groups, ...chosen])]
  const nothing = (['email', 'test'] as const).map((value) => ({
    value,
    label: t(`participants:without.${value}`),
  }))
  return [
    ...(named.length > 0
      ? [
          {
            key: 'group',
            kind: 'some' as const,
            label: t('participants:group.label'),
            data: named.map((name) => ({ value: name, label: name })),
            chosen,
            onChange: (values: string[]) => onChange({ group: values.join('\n') }),
          },
        ]
      : []),
    {
      key: 'without',
      kind: 'some',
      label: t('participants:without.label'),
      together: true,
      data: nothing,
      chosen: nothing.flatMap(({ value }) => (without.split(',').includes(value) ? [value] : [])),
      onChange: (values) => onChange({ without: values.join(',') }),
    },
  ]
}
