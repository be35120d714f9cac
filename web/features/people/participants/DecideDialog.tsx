import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Decision, decision as decisions } from '#contract/decision-fields.ts'
import { decidePeople, decidePerson } from '#contract/decisions.ts'
import { formatNumber } from '#contract/format.ts'
import { getRetention } from '#contract/retention.ts'
import { api } from '../../../app/api.ts'
import { type Sending, useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Chosen, PeopleKind } from '../../memberships/selection.ts'
import type { PersonDetails } from './personDetails.ts'

interface Decided {
  decision: Decision
  note: string
  makeEmployee?: true
}

interface DecideDialogProps {
  clientId: string
  person: PersonDetails
  onClose: () => void
}

/** Decides about one person. */
export function DecideDialog({ clientId, person, onClose }: DecideDialogProps) {
  const { t } = useTranslation()
  const deciding = useAction(decidePerson, {
    done: t('person:decide.done'),
    failed: t('person:decide.failed'),
    inline: true,
  })
  const { decision, note } = person.decision
  const params = { clientId, membershipId: person.membershipId }
  return (
    <DecisionForm
      clientId={clientId}
      title={t('person:decide.title', { name: person.name || person.email })}
      start={{ decision, note }}
      candidates={person.type === 'candidate' ? 1 : 0}
      sending={deciding}
      onSend={(body) => deciding.mutate({ params, body }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

interface DecideManyDialogProps {
  clientId: string
  kind: PeopleKind
  chosen: Chosen
  count: number
  onClose: () => void
  onDecided: () => void
}

/** Decides the same about the people who are picked in the list. */
export function DecideManyDialog({
  clientId,
  kind,
  chosen,
  count,
  onClose,
  onDecided,
}: DecideManyDialogProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const deciding = useAction(decidePeople, {
    done: ({ decided }) => t('person:decide.doneMany', { count: decided, number: number(decided) }),
    failed: t('person:decide.failed'),
    inline: true,
  })
  return (
    <DecisionForm
      clientId={clientId}
      title={t('person:decide.titleMany', { count, number: number(count) })}
      start={{ decision: 'shortlisted', note: '' }}
      candidates={kind === 'candidates' ? count : 0}
      sending={deciding}
      onSend={(body) =>
        deciding.mutate(
          { params: { clientId }, body: { ...chosen, ...body } },
          {
            onSuccess: () => {
              onClose()
              onDecided()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

interface DecisionFormProps {
  clientId: string
  title: string
  start: { decision: Decision; note: string }
  /** The number of these people who are candidates. */
  candidates: number
  sending: Sending
  onSend: (decided: Decided) => void
  onClose: () => void
}

function DecisionForm({ clientId, title, start, candidates, sending, onSend, onClose }: DecisionFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    start: { ...start, employee: false },
    schemas: decidePerson.body.shape,
    sending,
    send: ({ decision, note, employee }) =>
      onSend({
        decision,
        note: note.trim(),
        ...(decision === 'hired' && employee && { makeEmployee: true }),
      }),
  })
  const { decision, employee } = form.values
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={title}
      consequence={t('person:decide.consequence')}
      confirmLabel={t('person:decide.action')}
      form={form}
      onClose={onClose}
    >
      <SelectField
        label={t('participants:decision.label')}
        data={decisions.options.map((value) => ({ value, label: t(`participants:decision.${value}`) }))}
        value={decision}
        onChange={(value) => form.set('decision', decisions.options.find((one) => one === value) ?? 'none')}
      />
      <TextareaField
        label={t('person:decide.note')}
        help={t('person:decide.noteHelp')}
        {...form.input('note')}
      />
      {decision === 'hired' && candidates > 0 && (
        <CheckboxField
          label={t('person:decide.employee', { count: candidates })}
          description={<Retention clientId={clientId} />}
          checked={employee}
          onChange={({ currentTarget: { checked } }) => form.set('employee', checked)}
        />
      )}
    </ConfirmDialog>
  )
}

/** Says how the period changes for which the client keeps the tests of new employees. */
function Retention({ clientId }: { clientId: string }) {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['client', clientId, 'retention', i18n.language],
    queryFn: ({ signal }) => api(getRetention, { params: { clientId }, signal }),
  })
  if (data === undefined) return null
  const { candidateMonths: before, employeeMonths: after } = data
  return (
    <>
      {before === after
        ? t('person:decide.keptAlike', { count: after })
        : t('person:decide.kept', {
            before: formatNumber(before, i18n.language),
            after: formatNumber(after, i18n.language),
          })}{' '}
      {t('person:decide.keptContact')}
    </>
  )
}
