import { useTranslation } from 'react-i18next'
import { invitePerson } from '#contract/invitations.ts'
import { updatePerson } from '#contract/memberships.ts'
import type { Person } from '#contract/people.ts'
import type { Sending } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { GroupField } from '../../../ui/form/GroupField.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { usePeopleGroups } from '../../memberships/usePeopleGroups.ts'
import { type PersonFields, type Problem, problemsOf } from './personForm.ts'

interface PersonFormProps {
  clientId: string
  start: PersonFields
  /** The person who is edited; left out for a new one. */
  before?: Person
  submitLabel: string

  sending: Sending
  onSubmit: (fields: PersonFields) => void
  onCancel: () => void
}

export function PersonForm(props: PersonFormProps) {
  const { clientId, start, before, sending, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const groups = usePeopleGroups(clientId)
  const words = (problem: Problem, { role }: PersonFields) =>
    problem === 'nameRequired' || problem === 'emailRequired'
      ? t(`person:problem.${problem}.${role}`)
      : t(`person:problem.${problem}`)
  const form = useForm<PersonFields>({
    start,
    schemas: (before ? updatePerson : invitePerson).body.shape,
    check: (typed) => {
      const found = Object.entries(problemsOf(typed, before, groups))
      return Object.fromEntries(found.map(([name, problem]) => [name, words(problem, typed)]))
    },
    sending,
    send: onSubmit,
  })
  const fields = form.values

  return (
    <PanelForm form={form} submit={props.submitLabel} onCancel={onCancel}>
      <TextField label={t('person:field.name')} autoComplete="off" data-autofocus {...form.input('name')} />
      {before === undefined || before.email === '' ? (
        <TextField
          label={t('person:field.email')}
          help={t(before === undefined ? 'person:field.emailHelp' : 'person:field.emailLaterHelp')}
          autoComplete="off"
          {...form.input('email')}
          // Each of the three may be empty, not all: the text below says so, and a mark would say otherwise.
          optional
        />
      ) : null}
      <TextField label={t('person:field.phone')} optional autoComplete="off" {...form.input('phone')} />
      <TextField
        label={t('person:field.staffNumber')}
        help={t('person:field.staffNumberHelp')}
        optional
        autoComplete="off"
        {...form.input('staffNumber')}
      />
      <SelectField
        label={t('person:field.role')}
        help={t(`person:roleHelp.${fields.role}`)}
        data={(['candidate', 'employee'] as const).map((value) => ({
          value,
          label: t(`person:role.${value}`),
        }))}
        value={fields.role}
        onChange={(value) => form.set('role', value === 'employee' ? 'employee' : 'candidate')}
      />
      <GroupField
        label={t('person:field.group')}
        help={t('person:field.groupHelp')}
        size="md"
        groups={groups}
        required={before === undefined && groups.length > 0}
        {...form.control('group')}
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
    </PanelForm>
  )
}
