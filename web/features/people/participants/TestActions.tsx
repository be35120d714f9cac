import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelAssignment, extendAssignment, remindAssignment } from '#contract/assignment-actions.ts'
import type { Assignment } from '#contract/assignments.ts'
import { formatDateTime, formatDay } from '#contract/format.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { useAuth } from '../../../app/auth.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useClient, useClientTimeZone } from '../../../app/useClient.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { isUnstarted } from '../../assignments/access-rules/isUnstarted.ts'
import { OpeningDialog } from '../../assignments/access-rules/OpeningDialog.tsx'
import { AccommodationsDialog } from '../../assignments/accommodations/AccommodationsDialog.tsx'
import { isChangeable } from '../../assignments/accommodations/isChangeable.ts'
import { JustInvited, Reminded } from '../../assignments/actions/Remind.tsx'
import { isExtendable, recentReminder, remindRefusal } from '../../assignments/actions/target.ts'
import { GoBack, QuotaShortage } from '../../quota/QuotaShortage.tsx'
import type { PersonDetails } from './personDetails.ts'

interface TestActionsProps {
  clientId: string
  person: PersonDetails
  assignment: Assignment
}

/** The actions for one test: a reminder, a later day, accommodations, its opening, calling it off. */
export function TestActions(props: TestActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'extend' | 'cancel' | 'accommodate' | 'open'>()
  const { person, assignment } = props
  const { status, dueDate, inventory } = assignment
  const label = (action: 'remind' | 'extend' | 'date' | 'cancel' | 'accommodate' | 'open') => ({
    children: t(`person:action.${action}`),
    'aria-label': t(`person:actionOf.${action}`, { test: inventory.name }),
  })
  const close = () => setAsking(undefined)
  const timeZone = useClientTimeZone(props.clientId)
  if (person.type === 'manager') return null
  const pending = status === 'pending'
  return (
    <>
      <RemindOf {...props} timeZone={timeZone} label={label('remind')} />
      {isExtendable(assignment) ? (
        <Button
          size="xs"
          onClick={() => setAsking('extend')}
          {...label(dueDate === null ? 'date' : 'extend')}
        />
      ) : null}
      {isChangeable(assignment) ? (
        <Button size="xs" onClick={() => setAsking('accommodate')} {...label('accommodate')} />
      ) : null}
      {isUnstarted(assignment) ? (
        <Button size="xs" onClick={() => setAsking('open')} {...label('open')} />
      ) : null}
      {pending ? <Button size="xs" danger onClick={() => setAsking('cancel')} {...label('cancel')} /> : null}
      <Extend {...props} opened={asking === 'extend'} onClose={close} />
      {asking === 'accommodate' ? <AccommodationsDialog assignment={assignment} onClose={close} /> : null}
      {asking === 'open' ? (
        <OpeningDialog assignment={assignment} timeZone={timeZone} onClose={close} />
      ) : null}
      <Cancel {...props} opened={asking === 'cancel'} onClose={close} />
    </>
  )
}

interface AskingProps extends TestActionsProps {
  opened: boolean
  onClose: () => void
}

type RemindProps = TestActionsProps & { label: { children: string; 'aria-label': string } }

/** A reminder where one does something; that one went out, or how long ago the person was invited. */
function RemindOf({ timeZone, ...props }: RemindProps & { timeZone: string }) {
  const { assignment } = props
  const [refused, reminded] = [remindRefusal(assignment), recentReminder(assignment)]
  if (refused === 'reminded_recently' && reminded !== null)
    return <Reminded at={reminded} timeZone={timeZone} />
  if (refused !== undefined) return null
  return (
    <>
      <Remind {...props} />
      <JustInvited assignment={assignment} />
    </>
  )
}

function Remind({ assignment, label }: RemindProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const reminding = useAction(remindAssignment, {
    done: ({ reminder: { queued, sendAt } }) =>
      queued
        ? t('person:remind.queued', { time: formatDateTime(sendAt, i18n.language, timeZone) })
        : t('person:remind.done'),
  })
  const remind = () => reminding.mutate({ params: { assignmentId: assignment.id } })
  return <Button size="xs" loading={reminding.isPending} onClick={remind} {...label} />
}

function Cancel({ person, assignment, opened, onClose }: AskingProps) {
  const { t } = useTranslation()

  const started = assignment.startedAt !== null
  return (
    <ConfirmAction
      call={cancelAssignment}
      input={{ params: { assignmentId: assignment.id } }}
      done={t('person:cancel.done')}
      opened={opened}
      title={t('person:cancel.title', { name: person.name, test: assignment.inventory.name })}
      consequence={started ? t('person:cancel.started') : t('person:cancel.waiting')}
      confirmLabel={t('person:cancel.confirm')}
      onClose={onClose}
    />
  )
}

function Extend({ clientId, person, assignment, opened, onClose }: AskingProps) {
  const { t, i18n } = useTranslation()
  const timeZone = useClient(clientId).data?.timeZone ?? 'Europe/Istanbul'
  const extending = useAction(extendAssignment, {
    done: (_, { body }) => t('person:extend.done', { day: formatDay(body.dueDate, i18n.language) }),
    inline: true,
  })
  const before = assignment.dueDate ?? ''
  const form = useForm<{ day: string | null }>({
    start: { day: null },
    check: ({ day }) => ({
      day: day !== null && day > before && day >= todayIn(timeZone) ? undefined : t('person:extend.later'),
    }),
    // Said in a toast, or by what is missing.
    sending: { ...extending, problem: null },
    send: ({ day }) => {
      if (day === null) return
      extending.mutate(
        { params: { assignmentId: assignment.id }, body: { dueDate: day } },
        {
          onSuccess: onClose,
          onError: (error) => (isShort(error) ? undefined : toast.error(errorMessage(error))),
        },
      )
    },
  })
  const close = () => {
    extending.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(before ? 'person:extend.title' : 'person:extend.titleFirst', {
        name: person.name,
        test: assignment.inventory.name,
      })}
      consequence={
        assignment.status === 'expired'
          ? t('person:extend.expired')
          : before
            ? t('person:extend.pending', { day: formatDay(before, i18n.language) })
            : t('person:extend.first')
      }
      confirmLabel={t(before ? 'person:extend.confirm' : 'person:action.date')}
      danger={false}
      form={form}
      onClose={close}
    >
      {isShort(extending.error) ? (
        <QuotaShortage
          refused
          error={extending.error}
          goBack={(words) => <GoBack words={words} onClick={close} />}
        />
      ) : null}
      <DateField label={t('person:extend.day')} {...form.control('day')} />
    </ConfirmDialog>
  )
}

/** An expired test takes a unit again, and there is none. */
const isShort = (error: Error | null) => error instanceof ApiError && error.code === 'quota_exceeded'
