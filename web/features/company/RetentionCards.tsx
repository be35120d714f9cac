import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatNumber } from '#contract/format.ts'
import { getRetention, maxRetentionMonths, type Retention, setRetention } from '#contract/retention.ts'
import { api } from '../../app/api.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { numberOf } from '../../app/numbers.ts'
import { useClientTimeZone } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import classes from './company.module.css'

/** The periods, and what they erased. */
export function RetentionCards({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(clientId)
  const { data, error, refetch } = useQuery({
    queryKey: ['client', clientId, 'retention', i18n.language],
    queryFn: ({ signal }) => api(getRetention, { params: { clientId }, signal }),
  })
  if (error && data === undefined)
    return (
      <Card>
        <LoadFailure of={{ error, refetch }} title={t('retention:failed')} />
      </Card>
    )
  if (data === undefined) return <Card aria-busy />
  return (
    <>
      <Periods key={JSON.stringify(data)} clientId={clientId} retention={data}>
        {data.longerUntil !== null && (
          <p>{t('retention:longer', { day: formatDate(data.longerUntil, i18n.language, timeZone) })}</p>
        )}
      </Periods>
      <Runs retention={data} timeZone={timeZone} />
    </>
  )
}

const periods = ['candidateMonths', 'employeeMonths', 'sensitiveMonths'] as const

const { shape } = setRetention.body
const monthsSchema = shape.tests.unwrap().element.shape.months
const monthsOf = (typed: string) => numberOf(monthsSchema, typed)

interface PeriodsProps {
  clientId: string
  retention: Retention
  /** Further facts on the periods. */
  children: ReactNode
}

function Periods({ clientId, retention, children }: PeriodsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Record<string, string>>()
  const start = Object.fromEntries([
    ...periods.map((name) => [name, String(retention[name])]),
    ...retention.tests.map(({ inventory, months }) => [inventory.id, months === null ? '' : String(months)]),
  ])
  const bodyOf = (values: Record<string, string>) => {
    const months = (name: string) => monthsOf(values[name] ?? '') ?? 0
    return {
      candidateMonths: months('candidateMonths'),
      employeeMonths: months('employeeMonths'),
      sensitiveMonths: months('sensitiveMonths'),
      tests: retention.tests.flatMap(({ inventory }) =>
        values[inventory.id] ? [{ inventoryId: inventory.id, months: months(inventory.id) }] : [],
      ),
    }
  }
  const wrong = t('retention:wrong', { limit: maxRetentionMonths })
  const form = useForm<Record<string, string>>({
    start,
    schemas: {
      ...shape,
      ...Object.fromEntries(retention.tests.map(({ inventory }) => [inventory.id, monthsSchema.nullable()])),
    },
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, typed]) => {
          const empty = typed.trim() === '' && !(name in retention)
          return [name, empty || monthsOf(typed) !== undefined ? undefined : wrong]
        }),
      ),
    send: setAsked,
  })

  return (
    <Card>
      <CardHeader title={t('retention:period.title')} />
      <CardBody>
        <p className="muted">{t('retention:text')}</p>
        {children}
        <Form form={form} className={`stack ${classes.periods}`}>
          <div className={classes.fields}>
            {periods.map((name) => (
              <TextField key={name} label={t(`retention:period.${name}`)} {...form.input(name)} />
            ))}
          </div>
          <fieldset className={`min-0 ${classes.own}`}>
            <legend className="text-14 semibold no-padding">{t('retention:period.own')}</legend>
            <div className={classes.fields}>
              {retention.tests.map(({ inventory }) => (
                <TextField
                  key={inventory.id}
                  label={inventory.name}
                  placeholder={t('retention:asAbove')}
                  {...form.input(inventory.id)}
                />
              ))}
            </div>
          </fieldset>
          <div className={`cluster ${classes.buttons}`}>
            <Button type="submit" disabled={!form.dirty}>
              {t('retention:save')}
            </Button>
          </div>
        </Form>
      </CardBody>
      <ConfirmAction
        call={setRetention}
        input={asked && { params: { clientId }, body: bodyOf(asked) }}
        done={t('retention:saved')}
        opened={asked !== undefined}
        title={t('retention:confirm.title')}
        consequence={t('retention:confirm.text')}
        confirmLabel={t('retention:save')}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  )
}

function Runs({ retention: { soon, runs }, timeZone }: { retention: Retention; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const figures = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const nothing = soon.tests + soon.scales + soon.people === 0
  return (
    <Card>
      <CardHeader title={t('retention:runs.title')} />
      <CardBody className={`stack ${classes.runs}`}>
        <h3 className="text-14 semibold no-padding">{t('retention:runs.ahead')}</h3>
        <ul>
          {nothing && <li className="muted">{t('retention:runs.soonNone')}</li>}
          {soon.tests > 0 && <li>{t('retention:runs.soon', figures(soon.tests))}</li>}
          {soon.scales > 0 && <li>{t('retention:runs.soonScales', figures(soon.scales))}</li>}
          {soon.people > 0 && <li>{t('retention:runs.soonPeople', figures(soon.people))}</li>}
        </ul>
        <h3 className="text-14 semibold no-padding">{t('retention:runs.past')}</h3>
        <ul>
          {runs.length === 0 && <li className="muted">{t('retention:runs.none')}</li>}
          {runs.map((run) => (
            <li key={run.id}>
              <time dateTime={run.ranAt} className="muted">
                {formatDateTime(run.ranAt, i18n.language, timeZone)}
              </time>{' '}
              {t('retention:runs.erased', {
                tests: t('retention:runs.tests', figures(run.tests)),
                people: t('retention:runs.people', figures(run.people)),
              })}
              {run.scales > 0 && ` ${t('retention:runs.scales', figures(run.scales))}`}
              {run.held > 0 && ` ${t('retention:runs.held', figures(run.held))}`}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
