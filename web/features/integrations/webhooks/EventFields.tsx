import { useTranslation } from 'react-i18next'
import { type WebhookEvent, webhookEvent } from '#contract/webhooks.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'

interface EventFieldsProps {
  value: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
  error?: string | undefined
}

/** The events of a webhook, in plain words with their name in the interface. */
export function EventFields({ value, onChange, error }: EventFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="stack gap-8">
      <legend className="semibold">{t('webhooks:field.events')}</legend>
      {webhookEvent.options.map((event) => (
        <CheckboxField
          key={event}
          label={t(`webhooks:event.${keyOf(event)}`)}
          description={event}
          checked={value.includes(event)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(webhookEvent.options.filter((one) => (one === event ? checked : value.includes(one))))
          }
        />
      ))}
      {error === undefined ? null : <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** The event's name in the texts, where a point would lead further down. */
export const keyOf = (event: string): string => event.replace('.', '_')
