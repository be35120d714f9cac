import { useTranslation } from 'react-i18next'
import { invitePerson } from '#contract/invitations.ts'
import { limitsOf } from '../../../../app/limits.ts'
import { TextField } from '../../../../ui/form/TextField.tsx'
import type { Draft } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import { oneErrors, type PeopleError } from './peopleError.ts'

const { shape } = invitePerson.body

interface PersonFields {
  draft: Draft
  dispatch: (action: Action) => void
}

export function OnePerson({ draft, dispatch, asked }: PersonFields & { asked: boolean }) {
  const { t } = useTranslation()
  const { one, role } = draft
  const edit = (values: Partial<Draft['one']>) =>
    dispatch({ type: 'list', values: { one: { ...one, ...values } } })
  const errors = asked ? oneErrors(one) : {}
  const words = (error: PeopleError | undefined) => {
    if (error === undefined) return undefined
    return error === 'noName' || error === 'noEmail'
      ? t(`invite:error.${error}.${role}`)
      : t(`invite:error.${error}`)
  }
  return (
    <>
      <TextField
        label={t('invite:one.name')}
        autoComplete="off"
        {...limitsOf(shape, 'name')}
        value={one.name}
        error={words(errors.name)}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <div className="stack two-columns gap-20">
        <TextField
          label={t('invite:one.email')}
          // Each of the three may be empty, not all: the text below says so, and a mark would say otherwise.
          {...limitsOf(shape, 'email')}
          autoComplete="off"
          value={one.email}
          error={words(errors.email)}
          onChange={(event) => edit({ email: event.currentTarget.value })}
        />
        <TextField
          label={t('invite:one.phone')}
          {...limitsOf(shape, 'phone')}
          autoComplete="off"
          value={one.phone}
          error={words(errors.phone)}
          onChange={(event) => edit({ phone: event.currentTarget.value })}
        />
      </div>
      <TextField
        label={t('invite:one.staffNumber')}
        help={t('invite:one.withoutEmail')}
        {...limitsOf(shape, 'staffNumber')}
        autoComplete="off"
        value={one.staffNumber}
        onChange={(event) => edit({ staffNumber: event.currentTarget.value })}
      />
    </>
  )
}
