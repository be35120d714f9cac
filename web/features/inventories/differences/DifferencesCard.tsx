import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { useDifferences, useInventory } from '../useCatalogue.ts'
import { DifferenceGroup } from './DifferenceGroup.tsx'
import { groupsOf } from './differenceGroups.ts'
import classes from './differences.module.css'

/** The differences between this version and another one, grouped by subject; each group opens separately. */
export function DifferencesCard({ code, version }: { code: string; version: number }) {
  const { t, i18n } = useTranslation()
  // The version it is compared with is in the address, so that the comparison can be sent.
  const [params, setParams] = useSearchParams()
  const { data, error, refetch, isPlaceholderData } = useDifferences({ code, version }, params.get('from'))
  const { data: inventory } = useInventory(code)
  const others = (inventory?.versions ?? []).filter((one) => one.version !== version)
  const number = (value: number) => formatNumber(value, i18n.language)
  if (data?.from === null && others.length === 0) return null
  const groups = groupsOf(data?.differences ?? [])
  const count = data?.differences.length ?? 0
  return (
    <Card aria-busy={data === undefined || isPlaceholderData}>
      <CardHeader title={t('inventories:differences.title')} />
      <CardBody className="stack gap-12">
        {others.length > 0 ? (
          <SelectField
            label={t('inventories:differences.with')}
            className={classes.select}
            data={others.map((one) => ({
              value: String(one.version),
              label: `${t('inventories:versionNumber', { number: one.version })}${
                one.state === 'draft' ? ` (${t('inventories:versions.draft')})` : ''
              }`,
            }))}
            value={data?.from ? String(data.from) : null}
            onChange={(from) =>
              setParams(from === null ? {} : { from }, { replace: true, preventScrollReset: true })
            }
          />
        ) : null}
        {error && data === undefined ? (
          <LoadFailure of={{ error, refetch }} title={t('inventories:differences.failed')} />
        ) : null}
        {data && data.from !== null ? (
          <p role="status">
            {count === 0
              ? t('inventories:differences.none', { number: data.from })
              : t('inventories:differences.some', { count, number: number(count), from: data.from })}
          </p>
        ) : null}
        {data?.from === null ? <p className="meta">{t('inventories:differences.first')}</p> : null}
        {groups.map((group) => (
          <DifferenceGroup
            key={`${data?.from} ${group.kind} ${group.section ?? ''}`}
            group={group}
            opened={count <= 10}
          />
        ))}
      </CardBody>
    </Card>
  )
}
