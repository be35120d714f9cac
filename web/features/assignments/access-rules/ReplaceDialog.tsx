import { useTranslation } from 'react-i18next'
import { replacePerson } from '#contract/access-rules.ts'
import type { Assignment } from '#contract/assignments.ts'
import { email as address, personName } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { inTurn, useAction } from '../../../app/useAction.ts'
import { type InputBinding, useForm } from '../../../app/useForm.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useSamePerson } from '../../memberships/useSamePerson.tsx'
import classes from './access.module.css'

interface ReplaceDialogProps {
  clientId: string
  /** The name of the tests' person. */
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
  const failed = t('access:replace.failed')
  const { ask, looking, dialog } = useSamePerson(clientId, failed)
  const replacing = useAction(replacePerson, {
    done: (_, { body }) => t('access:replace.done', { name: body.person.name }),
    failed,
    inline: true,
  })
  const form = useForm<Fields>({
    start: noFields,
    schemas: replacePerson.body.shape.person.shape,
    check: (typed) => problemsOf(typed, t),
    sending: inTurn(looking, replacing),
    names: {
      'person.name': 'name',
      'person.email': 'email',
      'person.phone': 'phone',
      'person.staffNumber': 'staffNumber',
    },
    send: (typed) =>
      ask(personOf(typed), () =>
        replacing.mutate(
          {
            params: { clientId },
            body: { assignmentIds: assignments.map(({ id }) => id), person: personOf(typed) },
          },
          { onSuccess: ({ link }) => link === null && onClose() },
        ),
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
      disabled={count === 0}
      form={form}
      onClose={onClose}
    >
      {dialog}

      {count === 0 ? (
        <p className="muted">{t('access:replace.nothing')}</p>
      ) : (
        <div className="stack min-0 gap-16">
          <ul className={`breakable ${classes.people}`}>
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
      <TextField label={t('access:replace.name')} autoComplete="off" {...input('name')} />
      <TextField
        label={t('access:replace.email')}
        help={t('access:replace.emailHelp')}
        autoComplete="off"
        {...input('email')}
      />
      <TextField label={t('access:replace.phone')} autoComplete="off" {...input('phone')} />
      <TextField label={t('access:replace.staffNumber')} autoComplete="off" {...input('staffNumber')} />
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
        <div className="stack items-start min-0 gap-8 breakable">
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
