import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createJobProfile, type TargetRange } from '#contract/job-profiles.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { type JobScale, problemOf, rangesOf, type TypedRanges } from './profileForm.ts'
import { RangeFields } from './RangeFields.tsx'

interface JobProfileFormProps {
  scales: readonly JobScale[]
  start: { name: string; ranges: TypedRanges }
  sending: Sending
  submit: string
  /** Shown between the name and the ranges. */
  note?: ReactNode
  onSend: (body: { name: string; ranges: TargetRange[] }) => void
  onCancel: () => void
}

/** The name of a profile and its ranges. */
export function JobProfileForm(props: JobProfileFormProps) {
  const { scales, start, sending, submit, note, onSend, onCancel } = props
  const { t } = useTranslation()
  const wrongRanges = (ranges: TypedRanges) => {
    if (scales.some((scale) => problemOf(ranges[scale.key], scale) !== undefined)) return true
    return rangesOf(ranges, scales).length === 0 ? t('job-profiles:problem.none') : undefined
  }
  const form = useForm({
    start,
    schemas: createJobProfile.body.shape,
    check: ({ name, ranges }) => ({
      name: name.trim().length < 2 ? t('job-profiles:problem.name') : undefined,
      ranges: wrongRanges(ranges),
    }),
    sending,
    send: ({ name, ranges }) => onSend({ name: name.trim(), ranges: rangesOf(ranges, scales) }),
  })
  const { value: ranges, error, onChange } = form.control('ranges')
  return (
    <Form form={form} className="stack one-column gap-16">
      <Failure of={form} />
      <TextField
        label={t('job-profiles:form.name')}
        help={t('job-profiles:form.nameHelp')}
        autoComplete="off"
        {...form.input('name')}
      />
      {note}
      <fieldset className="bare stack one-column gap-8" data-wrong-field={error ? true : undefined}>
        <legend className="no-padding medium">{t('job-profiles:form.ranges')}</legend>
        <p className="meta">{t('job-profiles:form.rangesHelp')}</p>
        <RangeFields scales={scales} value={ranges} asked={form.isAsked('ranges')} onChange={onChange} />
        <FieldError>{error}</FieldError>
      </fieldset>
      <div className="cluster justify-end gap-8">
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={form.busy}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
