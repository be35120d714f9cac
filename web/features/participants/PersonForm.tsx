import { useTranslation } from 'react-i18next'
import type { Person } from '#contract/people.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useFields } from '../../app/useFields.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import panel from '../../ui/personPanel.module.css'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { GroupField } from '../invite/GroupField.tsx'
import { usePeopleGroups } from '../invite/usePeopleGroups.ts'
import { type PersonFields, type Problem, problemsOf } from './personForm.ts'

interface PersonFormProps {
  clientId: string
  start: PersonFields
  /** Who is edited; left out for a new person. */
  before?: Person
  submitLabel: string
  failedTitle: string
  error: unknown
  busy: boolean
  /** `refuse` puts what the server says of a field beside it. */
  onSubmit: (fields: PersonFields, refuse: (error: unknown) => void) => void
  onCancel: () => void
}

export function PersonForm(props: PersonFormProps) {
  const { clientId, start, before, error, busy, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const groups = usePeopleGroups(clientId)
  const words = (problem: Problem, { role }: PersonFields) =>
    problem === 'nameRequired' || problem === 'emailRequired'
      ? t(`person:problem.${problem}.${role}`)
      : t(`person:problem.${problem}`)
  const form = useFields(
    { ...start },
    (typed) => {
      const found = Object.entries(problemsOf(typed as PersonFields, before))
      return Object.fromEntries(found.map(([name, problem]) => [name, words(problem, typed as PersonFields)]))
    },
    { waits: true },
  )
  const fields = form.values as PersonFields
  const submit = form.submit(() => {
    if (!busy) onSubmit(fields, form.refuse)
  })

  return (
    <form className={panel.form} onSubmit={submit} noValidate>
      {error ? (
        <Alert type="danger" duration={0} title={props.failedTitle}>
          {errorMessage(error)}
        </Alert>
      ) : null}
      <TextField
        label={t('person:field.name')}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.props('name')}
      />
      {before === undefined || before.email === '' ? (
        <TextField
          type="email"
          label={t('person:field.email')}
          optional={before !== undefined}
          help={t(before === undefined ? 'person:field.emailHelp' : 'person:field.emailLaterHelp')}
          autoComplete="off"
          maxLength={254}
          {...form.props('email')}
        />
      ) : null}
      <TextField
        type="tel"
        label={t('person:field.phone')}
        optional
        autoComplete="off"
        maxLength={25}
        {...form.props('phone')}
      />
      <TextField
        label={t('person:field.staffNumber')}
        help={t('person:field.staffNumberHelp')}
        optional
        autoComplete="off"
        maxLength={50}
        {...form.props('staffNumber')}
      />
      <SelectField
        label={t('person:field.role')}
        help={t(`person:roleHelp.${fields.role}`)}
        data={(['candidate', 'employee'] as const).map((value) => ({
          value,
          label: t(`person:role.${value}`),
        }))}
        value={fields.role}
        onChange={(value) => form.set('role', value ?? 'candidate')}
      />
      <GroupField
        label={t('person:field.group')}
        help={t('person:field.groupHelp')}
        size="md"
        groups={groups}
        value={fields.group}
        onChange={(group) => form.set('group', group)}
      />
      {before === undefined ? (
        <SelectField
          label={t('person:field.locale')}
          help={t('person:field.localeHelp')}
          data={(['tr', 'en'] as const).map((value) => ({ value, label: t(`person:locale.${value}`) }))}
          value={fields.locale}
          onChange={(value) => form.set('locale', value === 'en' ? 'en' : 'tr')}
        />
      ) : null}
      {before && before.email !== '' ? <p className="meta">{t('person:edit.note')}</p> : null}
      <div className={panel.actions}>
        <Button onClick={onCancel}>{t('ui:dialog.cancel')}</Button>
        <Button type="submit" variant="solid" loading={busy}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
