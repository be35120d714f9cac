import { useTranslation } from 'react-i18next'
import { openShare, type SharedReports } from '#contract/shares.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import classes from './shared.module.css'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Asks for the PIN of a link. */
export function PinForm({ token, onOpen }: { token: string; onOpen: (shared: SharedReports) => void }) {
  const { t, i18n } = useTranslation('shared')
  const opening = useAction(openShare, { inline: true, reads: true })
  const form = useForm({
    start: { pin: '' },
    check: ({ pin }) => ({ pin: digitsOf(pin).length === 6 ? undefined : t('shared:pin.wrong') }),
    codes: { share_refused: 'pin' },
    sending: opening,
    send: ({ pin }) =>
      opening.mutate(
        { body: { token, pin: digitsOf(pin) }, headers: { 'accept-language': i18n.language } },
        { onSuccess: onOpen },
      ),
  })
  return (
    <Card className={classes.pin ?? ''}>
      <CardBody>
        <Form form={form} className="stack one-column gap-16">
          <div>
            <h1 className="text-24">{t('shared:title')}</h1>
            <p className="muted above-8">{t('shared:pin.lead')}</p>
          </div>
          <Failure of={form} />
          <TextField
            label={t('shared:pin.label')}
            help={t('shared:pin.help')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            autoFocus
            {...form.input('pin')}
          />
          <Button type="submit" variant="solid" loading={opening.isPending}>
            {t('shared:pin.submit')}
          </Button>
        </Form>
      </CardBody>
    </Card>
  )
}
