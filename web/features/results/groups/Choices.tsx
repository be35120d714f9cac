import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { GroupReport } from '#contract/group-reports.ts'
import { listInventories } from '#contract/inventories.ts'
import { api } from '../../../app/api.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import classes from './group.module.css'
import type { Asked } from './useAsked.ts'

interface ChoicesProps {
  asked: Asked['asked']
  /** The report that is shown. */
  report: GroupReport | undefined
}

/** The test, and where there are several the version: each is part of the address. */
export function Choices({ asked, report }: ChoicesProps) {
  const { t } = useTranslation('group')
  const tests = useOpenTests()
  const { filters, setFilters } = asked
  return (
    <Card>
      <CardBody className="stack gap-12">
        <div className={classes.fields}>
          <SelectField
            label={t('group:filter.inventory')}
            data={tests}
            value={chosenTest(tests, filters.inventory, report)}
            searchable={tests.length > 8}
            onChange={(inventory) => setFilters({ inventory: inventory ?? '', version: '' })}
          />
        </div>
        {report === undefined || report.versions.length < 2 ? null : (
          <Versions asked={asked} versions={report.versions} />
        )}
      </CardBody>
    </Card>
  )
}

/** The versions as a filter. */
function Versions({ asked, versions }: Pick<ChoicesProps, 'asked'> & Pick<GroupReport, 'versions'>) {
  const { t, i18n } = useTranslation('group')
  const { filters, setFilters } = asked
  return (
    <div className="cluster gap-8">
      <FilterBar
        filters={[
          {
            key: 'version',
            kind: 'one',
            label: t('group:filter.version'),
            data: versions.map(({ version, people }) => ({
              value: String(version),
              label:
                people === null
                  ? t('group:filter.versionFew', { version })
                  : t('group:filter.versionOf', {
                      version,
                      count: people,
                      number: formatNumber(people, i18n.language),
                    }),
            })),
            chosen: filters.version,
            onChange: (version: string) => setFilters({ version }),
          },
        ]}
        onClear={filters.version === '' ? undefined : () => setFilters({ version: '' })}
      />
    </div>
  )
}

/** An address may name a test by its code. */
const chosenTest = (
  tests: readonly { value: string }[],
  named: string,
  report: GroupReport | undefined,
): string | null =>
  tests.some(({ value }) => value === named) ? named : named ? (report?.inventory.id ?? null) : null

/** The tests that have reports of groups: sensitive ones have none. */
function useOpenTests(): { value: string; label: string }[] {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['inventories', i18n.language],
    queryFn: ({ signal }) => api(listInventories, { signal }),
    staleTime: 60_000,
  })
  return (data ?? []).flatMap(({ id, name, sensitive }) => (sensitive ? [] : [{ value: id, label: name }]))
}
