import { useTranslation } from 'react-i18next'
import { decision as decisions } from '#contract/decision-fields.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { PeopleNarrowed } from './selection.ts'
import { usePeopleGroups } from './usePeopleGroups.ts'

/** Filters for groups, for decisions, and for people who have no contact data or no test. */
export function usePeopleFilters(
  clientId: string,
  { group, without, decision }: PeopleNarrowed,
  onChange: (values: Partial<PeopleNarrowed>) => void,
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
      key: 'decision',
      kind: 'some',
      label: t('participants:decision.label'),
      data: decisions.options.map((value) => ({ value, label: t(`participants:decision.${value}`) })),
      chosen: decisions.options.filter((value) => decision.split(',').includes(value)),
      onChange: (values) => onChange({ decision: values.join(',') }),
    },
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
