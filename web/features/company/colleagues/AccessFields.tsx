import { useTranslation } from 'react-i18next'
import type { Colleague } from '#contract/colleagues.ts'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { usePeopleGroups } from '../../memberships/usePeopleGroups.ts'

/** A colleague's access, as the form has it. */
export interface AccessValues {
  access: Colleague['access']
  /** The people that a reader sees: all, or those of `groups`. */
  reach: 'all' | 'some'
  groups: readonly string[]
}

export const accessValues = ({ access, groups }: Pick<Colleague, 'access' | 'groups'>): AccessValues => ({
  access,
  reach: groups === null ? 'all' : 'some',
  groups: groups ?? [],
})

/** The part of a call's body that these values are. */
export const accessBody = ({ access, reach, groups }: AccessValues) => ({
  access,
  ...(access === 'reader' && reach === 'some' && { groups: [...groups] }),
})

/** True where a reader would see nobody. */
export const lacksGroups = ({ access, reach, groups }: AccessValues) =>
  access === 'reader' && reach === 'some' && groups.length === 0

interface AccessFieldsProps {
  clientId: string
  value: AccessValues
  error: string | undefined
  onChange: (values: AccessValues) => void
}

/** Full access or reading, and whose results. */
export function AccessFields({ clientId, value: values, error, onChange }: AccessFieldsProps) {
  const { t } = useTranslation()
  const { access, reach, groups } = values
  const known = usePeopleGroups(clientId)
  // A group that nobody belongs to any more stays a choice until it is taken away.
  const names = [...new Set([...known, ...groups])]
  const tick = (name: string, on: boolean) =>
    onChange({ ...values, groups: names.filter((one) => (one === name ? on : groups.includes(one))) })
  return (
    <>
      <div className="stack one-column gap-6">
        <Segmented
          label={t('colleagues:field.access')}
          size="md"
          value={access}
          onChange={(value) => onChange({ ...values, access: value === 'reader' ? 'reader' : 'full' })}
          data={(['full', 'reader'] as const).map((value) => ({
            value,
            label: t(`colleagues:access.${value}`),
          }))}
        />
        <p className="meta">{t(`colleagues:accessHelp.${access}`)}</p>
      </div>
      {access === 'reader' ? (
        <div className="stack one-column gap-6" data-wrong-field={error ? '' : undefined}>
          <Segmented
            label={t('colleagues:field.reach')}
            size="md"
            value={reach}
            onChange={(value) => onChange({ ...values, reach: value === 'some' ? 'some' : 'all' })}
            data={(['all', 'some'] as const).map((value) => ({
              value,
              label: t(`colleagues:reach.${value}`),
            }))}
          />
          {reach === 'some' && names.length === 0 ? <p className="meta">{t('colleagues:noGroups')}</p> : null}
          {reach === 'some'
            ? names.map((name) => (
                <CheckboxField
                  key={name}
                  label={<span dir="auto">{name}</span>}
                  checked={groups.includes(name)}
                  onChange={(event) => tick(name, event.currentTarget.checked)}
                />
              ))
            : null}
          {error ? <FieldError>{error}</FieldError> : null}
        </div>
      ) : null}
    </>
  )
}
