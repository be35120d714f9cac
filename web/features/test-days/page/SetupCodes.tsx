import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setupCodeGroups } from '#contract/setupCode.ts'
import { makeSetupCodes, renewSetupCode, revokeSetupCode } from '#contract/test-days.ts'
import { numberOf } from '../../../app/numbers.ts'
import { tabletAddress } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { QrCode } from '../../../ui/qr/QrCode.tsx'
import classes from '../test-days.module.css'
import type { DayPartProps } from './parts.ts'

type Props = Pick<DayPartProps, 'clientId' | 'day'>

/** The codes that make further tablets, to scan from the screen or from paper. */
export function SetupCodes({ clientId, day }: Props) {
  const { t } = useTranslation()
  const { setupCodes } = day
  return (
    <Card>
      <CardHeader
        title={t('test-days:tablets.codes.title')}
        actions={
          setupCodes.length === 0 ? null : (
            <Button
              size="sm"
              className="no-print"
              icon={<IconPrinter aria-hidden />}
              onClick={() => window.print()}
            >
              {t('test-days:tablets.codes.print')}
            </Button>
          )
        }
      />
      <CardBody>
        <p className="muted">{t('test-days:tablets.codes.text')}</p>
        <MakeCodes clientId={clientId} day={day} />
        <ul className={`stack gap-16 ${classes.setupCodes}`}>
          {setupCodes.map((code) => (
            <OneCode key={code.id} clientId={clientId} day={day} code={code} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function MakeCodes({ clientId, day }: Props) {
  const { t } = useTranslation()
  const making = useAction(makeSetupCodes, { done: t('test-days:tablets.codes.made') })
  const { shape } = makeSetupCodes.body
  const form = useForm<{ quantity: string }>({
    start: { quantity: '' },
    schemas: shape,
    check: ({ quantity }) => ({
      quantity:
        numberOf(shape.quantity, quantity) === undefined
          ? t('test-days:tablets.codes.quantityProblem')
          : undefined,
    }),
    sending: making,
    send: ({ quantity }) =>
      making.mutate(
        {
          params: { clientId, testDayId: day.id },
          body: { quantity: numberOf(shape.quantity, quantity) ?? 0 },
        },
        { onSuccess: () => form.clear() },
      ),
  })
  return (
    <Form form={form} className={`cluster gap-8 above-8 no-print ${classes.makeCodes}`}>
      <TextField
        label={t('test-days:tablets.codes.quantity')}
        autoComplete="off"
        {...form.input('quantity')}
      />
      <Button type="submit" loading={making.isPending}>
        {t('test-days:tablets.codes.make')}
      </Button>
    </Form>
  )
}

function OneCode({
  clientId,
  day,
  code: { id, code },
}: Props & { code: Props['day']['setupCodes'][number] }) {
  const { t } = useTranslation()
  const params = { clientId, testDayId: day.id, setupCodeId: id }
  const renewing = useAction(renewSetupCode, { done: t('test-days:tablets.codes.renewed') })
  const revoking = useAction(revokeSetupCode, { done: t('test-days:tablets.codes.revoked') })
  const shown = setupCodeGroups(code).join(' ')
  const address = tabletAddress(code, day.rooms)
  return (
    <li className="row wraps">
      <QrCode value={address} label={t('test-days:tablets.codes.qr', { code: shown })} />
      <div>
        <bdi className={`text-20 bold nowrap ${classes.setupCode}`}>{shown}</bdi>
        <div className="cluster gap-8 above-8 no-print">
          <CopyButton value={address} label={t('test-days:tablets.codes.copy', { code: shown })} />
          <Button
            size="sm"
            aria-label={t('test-days:tablets.codes.renewOf', { code: shown })}
            loading={renewing.isPending}
            onClick={() => renewing.mutate({ params })}
          >
            {t('test-days:tablets.codes.renew')}
          </Button>
          <Button
            size="sm"
            danger
            aria-label={t('test-days:tablets.codes.revokeOf', { code: shown })}
            loading={revoking.isPending}
            onClick={() => revoking.mutate({ params })}
          >
            {t('test-days:tablets.codes.revoke')}
          </Button>
        </div>
      </div>
    </li>
  )
}
