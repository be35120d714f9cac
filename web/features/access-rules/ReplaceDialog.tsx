import { useTranslation } from 'react-i18next'
import { replacePerson } from '#contract/access-rules.ts'
import type { Assignment } from '#contract/assignments.ts'
import { email as address, personName } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientMutation } from '../../app/useClient.ts'
import { type InputBinding, useForm } from '../../app/useForm.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { CopyButton } from '../../ui/button/CopyButton.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useSamePerson } from '../people/useSamePerson.tsx'
import classes from './access.module.css'

interface ReplaceDialogProps {
  clientId: string
  /** Whose tests they are. */
  name: string
  /** Unstarted tests of one person. */
  assignments: readonly Assignment[]
  onClose: () => void
}

const noFields = { name: '', email: '', phone: '', staffNumber: '' }
type Fields = typeof noFields

const personOf = ({ name, email, phone, staffNumber }: Fields) => ({
  name: name.trim(),
  ...(email.trim() && { email: email.trim() }),
  ...(phone.trim() && { phone: phone.trim() }),
  ...(staffNumber.trim() && { staffNumber: staffNumber.trim() }),
})

/** Gives tests that a person has not started to another one. Who has no address gets a link to hand over. */
export function ReplaceDialog({ clientId, name, assignments, onClose }: ReplaceDialogProps) {
  const { t, i18n } = useTranslation()
  const keyed = useIdempotencyKey()
  const { ask, looking, dialog } = useSamePerson(clientId)
  const replacing = useClientMutation(clientId, (fields: Fields) => {
    const body = { assignmentIds: assignments.map(({ id }) => id), person: personOf(fields) }
    return keyed(body, (headers) => api(replacePerson, { params: { clientId }, body, headers }))
  })
  const form = useForm<Fields>({
    start: noFields,
    check: (typed) => problemsOf(typed, t),
    sending: {
      isPending: looking.isPending || replacing.isPending,
      error: looking.error ?? replacing.error,
    },
    names: {
      'person.name': 'name',
      'person.email': 'email',
      'person.phone': 'phone',
      'person.staffNumber': 'staffNumber',
    },
    send: (typed) =>
      ask(personOf(typed), () =>
        replacing.mutate(typed, {
          onSuccess: ({ link }) => {
            toast.success(t('access:replace.done', { name: typed.name.trim() }))
            if (link === null) onClose()
          },
        }),
      ),
  })
  const link = replacing.data?.link
  if (link) return <HandedLink link={link} name={form.values.name} onClose={onClose} />
  const count = assignments.length
  return (
    <ConfirmDialog
      opened
      title={t('access:replace.titleOf', { name })}
      consequence={t('access:replace.consequence', {
        count,
        number: formatNumber(count, i18n.language),
        name,
      })}
      confirmLabel={t('access:replace.confirm')}
      danger={false}
      busy={looking.isPending || replacing.isPending}
      disabled={count === 0}
      form={form}
      onClose={onClose}
    >
      {dialog}
      {form.failure ? (
        <Alert type="danger" duration={0} title={t('access:replace.failed')}>
          {errorMessage(form.failure)}
        </Alert>
      ) : null}
      {count === 0 ? (
        <p className="muted">{t('access:replace.nothing')}</p>
      ) : (
        <div className={classes.fields}>
          <ul className={classes.people}>
            {assignments.map(({ id, inventory }) => (
              <li key={id}>{inventory.name}</li>
            ))}
          </ul>
          <PersonFields input={form.input} />
        </div>
      )}
    </ConfirmDialog>
  )
}

interface PersonFieldsProps {
  input: (name: keyof Fields) => InputBinding
}

function PersonFields({ input }: PersonFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField label={t('access:replace.name')} maxLength={100} autoComplete="off" {...input('name')} />
      <TextField
        type="email"
        label={t('access:replace.email')}
        help={t('access:replace.emailHelp')}
        optional
        maxLength={254}
        autoComplete="off"
        {...input('email')}
      />
      <TextField
        type="tel"
        label={t('access:replace.phone')}
        optional
        maxLength={25}
        autoComplete="off"
        {...input('phone')}
      />
      <TextField
        label={t('access:replace.staffNumber')}
        optional
        maxLength={50}
        autoComplete="off"
        {...input('staffNumber')}
      />
    </>
  )
}

function problemsOf({ name, email, phone, staffNumber }: Fields, t: (key: string) => string) {
  const reachable = [email, phone, staffNumber].some((text) => text.trim() !== '')
  return {
    name: personName.safeParse(name).success ? undefined : t('access:replace.noName'),
    email: !reachable
      ? t('access:replace.noContact')
      : email.trim() === '' || address.safeParse(email).success
        ? undefined
        : t('access:replace.emailWrong'),
  }
}

interface HandedLinkProps {
  link: NonNullable<AnswerOf<typeof replacePerson>['link']>
  name: string
  onClose: () => void
}

/** The link of somebody without an address, shown once. */
function HandedLink({ link, name, onClose }: HandedLinkProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      title={t('access:replace.linkTitle', { name })}
      consequence={
        <div className={classes.link}>
          <p>{t('access:replace.linkText')}</p>
          <bdi dir="ltr">{link.url}</bdi>
          <CopyButton value={link.url} label={t('access:replace.copyLink')} />
        </div>
      }
      confirmLabel={t('access:replace.close')}
      danger={false}
      onConfirm={onClose}
      onClose={onClose}
    />
  )
}
