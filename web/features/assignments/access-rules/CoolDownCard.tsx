import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { maxCoolDownDays } from '#contract/access-fields.ts'
import { type CoolDown, listCoolDowns, setCoolDown } from '#contract/access-rules.ts'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { numberOf } from '../../../app/numbers.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './access.module.css'

/** The days that must pass before a client gives each test to the same person again. */
export function CoolDownCard({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['client', clientId, 'cool-downs', i18n.language],
    queryFn: ({ signal }) => api(listCoolDowns, { params: { clientId }, signal }),
  })
  return (
    <Card aria-busy={data === undefined}>
      <CardHeader title={t('access:coolDown.title')} />
      {error && data === undefined ? (
        <LoadFailure of={{ error, refetch }} title={t('access:coolDown.failed')} />
      ) : (
        <CardBody>
          <p className="muted">{t('access:coolDown.text')}</p>
          <ul className={`stack gap-16 ${classes.coolDowns}`}>
            {data?.map((one) => (
              <li key={one.inventory.id}>
                <OneCoolDown clientId={clientId} one={one} />
              </li>
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  )
}

function OneCoolDown({ clientId, one }: { clientId: string; one: CoolDown }) {
  const { t } = useTranslation()
  const { inventory } = one
  const saving = useAction(setCoolDown, { done: t('access:coolDown.saved') })
  const form = useForm<{ days: string }>({
    start: { days: one.days === null ? '' : String(one.days) },
    schemas: setCoolDown.body.shape,
    check: ({ days }) => ({
      days: daysOf(days) === undefined ? t('access:coolDown.wrong', { limit: maxCoolDownDays }) : undefined,
    }),
    sending: saving,
    send: ({ days }) =>
      saving.mutate({
        params: { clientId, inventoryId: inventory.id },
        body: { days: daysOf(days) ?? null },
      }),
  })
  return (
    <Form form={form} className={`stack ${classes.coolDown}`}>
      <TextField
        label={t('access:coolDown.days', { test: inventory.name })}
        placeholder={t('access:coolDown.none')}
        size="sm"
        {...form.input('days')}
      />
      <Button
        size="sm"
        type="submit"
        loading={saving.isPending}
        disabled={!form.dirty}
        aria-label={t('access:coolDown.saveOf', { test: inventory.name })}
      >
        {t('access:coolDown.save')}
      </Button>
    </Form>
  )
}

/** Days; null for none, undefined for what is no number of days. */
function daysOf(typed: string): number | null | undefined {
  if (['', '0'].includes(typed.trim())) return null
  return numberOf(setCoolDown.body.shape.days.unwrap(), typed)
}
