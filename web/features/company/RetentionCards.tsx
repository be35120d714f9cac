import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { getRetention, maxRetentionMonths, type Retention, setRetention } from '#contract/retention.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { TableError } from '../../ui/table/TableStates.tsx'
import classes from './company.module.css'

/** The periods, and what they erased. */
export function RetentionCards({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['client', clientId, 'retention', i18n.language],
    queryFn: ({ signal }) => api(getRetention, { params: { clientId }, signal }),
  })
  if (error && data === undefined)
    return (
      <Card>
        <TableError
          title={t('retention:failed')}
          message={errorMessage(error)}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  if (data === undefined) return <Card aria-busy />
  return (
    <>
      <Periods key={JSON.stringify(data)} clientId={clientId} retention={data} />
      <Runs retention={data} />
    </>
  )
}

const periods = ['candidateMonths', 'employeeMonths', 'sensitiveMonths'] as const

/** Whole months in bounds; undefined for anything else. */
function monthsOf(typed: string): number | undefined {
  const months = Number(typed.trim())
  return /^\d+$/.test(typed.trim()) && months >= 1 && months <= maxRetentionMonths ? months : undefined
}

function Periods({ clientId, retention }: { clientId: string; retention: Retention }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Record<string, string>>()
  const start = Object.fromEntries([
    ...periods.map((name) => [name, String(retention[name])]),
    ...retention.tests.map(({ inventory, months }) => [inventory.id, months === null ? '' : String(months)]),
  ])
  const saving = useClientMutation(clientId, (values: Record<string, string>) => {
    const months = (name: string) => monthsOf(values[name] ?? '') ?? 0
    return api(setRetention, {
      params: { clientId },
      body: {
        candidateMonths: months('candidateMonths'),
        employeeMonths: months('employeeMonths'),
        sensitiveMonths: months('sensitiveMonths'),
        tests: retention.tests.flatMap(({ inventory }) =>
          values[inventory.id] ? [{ inventoryId: inventory.id, months: months(inventory.id) }] : [],
        ),
      },
    })
  })
  const wrong = t('retention:wrong', { limit: maxRetentionMonths })
  const form = useForm<Record<string, string>>({
    start,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, typed]) => {
          const empty = typed.trim() === '' && !(name in retention)
          return [name, empty || monthsOf(typed) !== undefined ? undefined : wrong]
        }),
      ),
    sending: saving,
    send: setAsked,
  })
  const save = () =>
    asked &&
    saving.mutate(asked, {
      onSuccess: () => toast.success(t('retention:saved')),
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: () => setAsked(undefined),
    })
  return (
    <Card>
      <CardHeader title={t('retention:period.title')} />
      <CardBody>
        <p className="muted">{t('retention:text')}</p>
        <Form form={form} className={classes.periods}>
          {periods.map((name) => (
            <TextField
              key={name}
              label={t(`retention:period.${name}`)}
              inputMode="numeric"
              maxLength={3}
              {...form.input(name)}
            />
          ))}
          {retention.tests.map(({ inventory }) => (
            <TextField
              key={inventory.id}
              label={t('retention:period.test', { test: inventory.name })}
              optional
              placeholder={t('retention:asAbove')}
              inputMode="numeric"
              maxLength={3}
              {...form.input(inventory.id)}
            />
          ))}
          <div className={classes.buttons}>
            <Button type="submit" loading={saving.isPending} disabled={!form.dirty}>
              {t('retention:save')}
            </Button>
          </div>
        </Form>
      </CardBody>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('retention:confirm.title')}
        consequence={t('retention:confirm.text')}
        confirmLabel={t('retention:save')}
        busy={saving.isPending}
        onConfirm={save}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  )
}

function Runs({ retention: { soon, runs } }: { retention: Retention }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Card>
      <CardHeader title={t('retention:runs.title')} />
      <CardBody>
        <p>
          {soon.tests === 0
            ? t('retention:runs.soonNone')
            : t('retention:runs.soon', { count: soon.tests, number: number(soon.tests) })}
        </p>
        {soon.scales > 0 && (
          <p>{t('retention:runs.soonScales', { count: soon.scales, number: number(soon.scales) })}</p>
        )}
        {soon.people > 0 && (
          <p>{t('retention:runs.soonPeople', { count: soon.people, number: number(soon.people) })}</p>
        )}
        {runs.length === 0 ? (
          <p className="muted">{t('retention:runs.none')}</p>
        ) : (
          <ul className={classes.runs}>
            {runs.map((run) => (
              <li key={run.id}>
                <time dateTime={run.ranAt}>{formatDateTime(run.ranAt, i18n.language)}</time>{' '}
                {t('retention:runs.erased', { tests: number(run.tests), people: number(run.people) })}
                {run.scales > 0 &&
                  ` ${t('retention:runs.scales', { count: run.scales, number: number(run.scales) })}`}
                {run.held > 0 &&
                  ` ${t('retention:runs.held', { count: run.held, number: number(run.held) })}`}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
