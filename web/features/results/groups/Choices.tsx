import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMonth, formatNumber } from '#contract/format.ts'
import { type GroupReport, maxReportMonths } from '#contract/group-reports.ts'
import { listInventories } from '#contract/inventories.ts'
import { api } from '../../../app/api.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { usePeopleGroups } from '../../memberships/usePeopleGroups.ts'
import classes from './group.module.css'
import { choicesOfMonths, periodAround } from './months.ts'
import type { Asked } from './useAsked.ts'

interface ChoicesProps {
  clientId: string
  asked: Asked['asked']
  /** The report that is shown, which knows the period that nobody has chosen. */
  report: GroupReport | undefined
}

/** The test, the period, and where there are several the groups and the version: each is part of the address. */
export function Choices({ clientId, asked, report }: ChoicesProps) {
  const { t, i18n } = useTranslation('group')
  const tests = useOpenTests()
  const { filters, setFilters } = asked
  const from = filters.from || report?.from || ''
  const to = filters.to || report?.to || ''
  const months = choicesOfMonths([from, to]).map((month) => ({
    value: month,
    label: formatMonth(month, i18n.language),
  }))
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
          <SelectField
            label={t('group:filter.from')}
            data={months}
            value={from || null}
            disabled={report === undefined}
            onChange={(month) => setFilters(periodAround({ from: month ?? '', to }, 'from', maxReportMonths))}
          />
          <SelectField
            label={t('group:filter.to')}
            data={months}
            value={to || null}
            disabled={report === undefined}
            onChange={(month) => setFilters(periodAround({ from, to: month ?? '' }, 'to', maxReportMonths))}
          />
        </div>
        {report === undefined ? null : <Narrowing clientId={clientId} asked={asked} report={report} />}
      </CardBody>
    </Card>
  )
}

/** Groups and versions as filters. */
function Narrowing({ clientId, asked, report }: ChoicesProps & { report: GroupReport }) {
  const { t, i18n } = useTranslation('group')
  const groups = usePeopleGroups(clientId)
  const { filters, setFilters } = asked
  const chosen = filters.group ? filters.group.split('\n') : []
  const several = report.versions.length > 1
  if (groups.length === 0 && chosen.length === 0 && !several) return null
  const narrowed = filters.group !== '' || filters.version !== ''
  return (
    <div className="cluster gap-8">
      <FilterBar
        filters={[
          {
            key: 'group',
            kind: 'some',
            label: t('group:filter.group'),
            data: [...new Set([...groups, ...chosen])].map((name) => ({ value: name, label: name })),
            chosen,
            onChange: (names) => setFilters({ group: names.join('\n') }),
          },
          ...(several
            ? [
                {
                  key: 'version',
                  kind: 'one' as const,
                  label: t('group:filter.version'),
                  data: report.versions.map(({ version, people }) => ({
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
              ]
            : []),
        ]}
        onClear={narrowed ? () => setFilters({ group: '', version: '' }) : undefined}
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
