import { useTranslation } from 'react-i18next'
import { type NamedPurpose, namedPurpose } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import { createShare, type LegalGround, legalGround, type ShareShow, shareShow } from '#contract/shares.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { Segmented, type SegmentedProps } from '../../../ui/form/Segmented.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'

/** A new share, with the PIN that is shown only now. */
export interface MadeShare {
  recipient: string
  url: string
  pin: string
}

interface Fields {
  recipient: string
  place: 'inside' | 'outside'
  ground: LegalGround | null
  purpose: NamedPurpose | null
  show: ShareShow
  days: string
  locale: Locale
}

const spans = [1, 3, 7, 14, 30]

/** A choice in place under its name. */
function Choice(props: SegmentedProps) {
  return (
    <div className="stack one-column gap-6">
      <span className="text-14 medium">{props.label}</span>
      <Segmented {...props} />
    </div>
  )
}

function Days({ value, onChange }: { value: string; onChange: (days: string) => void }) {
  const { t, i18n } = useTranslation('shares')
  return (
    <SelectField
      label={t('shares:field.days')}
      data={spans.map((days) => ({
        value: String(days),
        label: t('shares:days', { count: days, number: formatNumber(days, i18n.language) }),
      }))}
      value={value}
      onChange={(days) => onChange(days ?? value)}
    />
  )
}

interface ShareFormProps {
  clientId: string
  assignmentIds: readonly string[]
  /** The number of chosen tests that can't be shared. */
  leftOut: number
  onMade: (made: MadeShare) => void
  onClose: () => void
}

/** The form that asks for the recipient, the purpose, the part that is shown and the last day. */
export function ShareForm({ clientId, assignmentIds, leftOut, onMade, onClose }: ShareFormProps) {
  const { t, i18n } = useTranslation('shares')
  const sharing = useAction(createShare, { failed: t('shares:new.failed'), inline: true })
  const number = (value: number) => formatNumber(value, i18n.language)
  const form = useForm<Fields>({
    start: {
      recipient: '',
      place: 'inside',
      ground: null,
      purpose: null,
      show: 'scores',
      days: '7',
      locale: i18n.language === 'en' ? 'en' : 'tr',
    },
    schemas: { recipient: createShare.body.shape.recipient },
    names: { outside: 'ground' },
    check: ({ recipient, place, ground, purpose }) => ({
      recipient: recipient.trim().length < 2 ? t('shares:problem.recipient') : undefined,
      ground: place === 'outside' && ground === null ? t('shares:problem.ground') : undefined,
      purpose: purpose === null ? t('shares:problem.purpose') : undefined,
    }),
    sending: sharing,
    send: ({ recipient, place, ground, purpose, show, days, locale }) =>
      sharing.mutate(
        {
          params: { clientId },
          body: {
            assignmentIds: [...assignmentIds],
            recipient,
            ...(place === 'outside' && ground !== null && { outside: ground }),
            ...(purpose !== null && { purpose }),
            show,
            days: Number(days),
            locale,
          },
        },
        { onSuccess: ({ url, pin }) => onMade({ recipient, url, pin }) },
      ),
  })
  const { values, set } = form
  return (
    <PanelForm form={form} submit={t('shares:new.submit')} onCancel={onClose}>
      <p className="meta">
        {t('shares:new.reports', { count: assignmentIds.length, number: number(assignmentIds.length) })}
        {leftOut > 0 ? ` ${t('shares:new.leftOut', { count: leftOut, number: number(leftOut) })}` : ''}
      </p>
      <TextField
        label={t('shares:field.recipient')}
        help={t('shares:field.recipientHelp')}
        autoComplete="off"
        data-autofocus
        {...form.input('recipient')}
      />
      <Choice
        label={t('shares:field.place')}
        value={values.place}
        onChange={(place) => set('place', place === 'outside' ? 'outside' : 'inside')}
        data={(['inside', 'outside'] as const).map((value) => ({ value, label: t(`shares:place.${value}`) }))}
      />
      {values.place === 'outside' ? (
        <SelectField
          label={t('shares:field.ground')}
          help={t('shares:field.groundHelp')}
          required
          data={legalGround.options.map((value) => ({ value, label: t(`shares:ground.${value}`) }))}
          {...form.control('ground')}
          onChange={(value) => set('ground', legalGround.safeParse(value).data ?? null)}
        />
      ) : null}
      <SelectField
        label={t('shares:field.purpose')}
        required
        data={namedPurpose.options.map((value) => ({ value, label: t(`assignments:purpose.${value}`) }))}
        {...form.control('purpose')}
        onChange={(value) => set('purpose', namedPurpose.safeParse(value).data ?? null)}
      />
      <SelectField
        label={t('shares:field.show')}
        help={t(`shares:showHelp.${values.show}`)}
        data={shareShow.options.map((value) => ({ value, label: t(`shares:show.${value}`) }))}
        {...form.control('show')}
        onChange={(value) => set('show', shareShow.safeParse(value).data ?? values.show)}
      />
      <Days value={values.days} onChange={(days) => set('days', days)} />
      <Choice
        label={t('shares:field.locale')}
        value={values.locale}
        onChange={(locale) => set('locale', locale === 'en' ? 'en' : 'tr')}
        data={[
          { value: 'tr', label: 'Türkçe' },
          { value: 'en', label: 'English' },
        ]}
      />
    </PanelForm>
  )
}
