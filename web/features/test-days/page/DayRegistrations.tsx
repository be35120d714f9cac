import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatDay, formatNumber } from '#contract/format.ts'
import type { Registration } from '#contract/registrations.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { registrationPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { NewRegistrationPanel } from '../../people/registrations/NewRegistrationPanel.tsx'
import { RegistrationState } from '../../people/registrations/RegistrationState.tsx'
import { useDayRegistrations } from '../../people/registrations/useRegistrations.ts'
import classes from '../test-days.module.css'
import type { DayPartProps } from './parts.ts'

/** Links by which people put themselves on the day's list. */
export function DayRegistrations({ clientId, day }: DayPartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const { data, error } = useDayRegistrations(clientId, day.id)
  const open = day.state !== 'over'
  if (!open && data?.count === 0) return null
  return (
    <Card aria-busy={data === undefined && error === null}>
      <CardHeader
        title={t('test-days:registrations.title')}
        actions={
          open ? (
            <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
              {t('registrations:new.open')}
            </Button>
          ) : null
        }
      />
      <CardBody>
        {error && data === undefined ? <p role="alert">{errorMessage(error)}</p> : null}
        {data?.count === 0 ? <p className="muted">{t('test-days:registrations.none')}</p> : null}
        <ul className={`stack gap-12 ${classes.registrations}`}>
          {data?.results.map((one) => (
            <li className="row wraps" key={one.id}>
              <One registration={one} />
            </li>
          ))}
        </ul>
      </CardBody>
      <NewRegistrationPanel
        client={{ value: clientId, label: '' }}
        testDay={day}
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={({ id }) => void navigate(registrationPath(id))}
      />
    </Card>
  )
}

function One({ registration }: { registration: Registration }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { id, name, people, cap, endsOn } = registration
  return (
    <>
      <Link className="link" to={registrationPath(id)} dir="auto">
        {name}
      </Link>
      <RegistrationState of={registration} />
      <span className="meta">
        {[
          t('test-days:registrations.places', {
            taken: number(people.accepted + people.waiting),
            cap: number(cap),
          }),
          ...(people.waiting > 0
            ? [t('test-days:registrations.waiting', { number: number(people.waiting) })]
            : []),
          t('test-days:registrations.until', { day: formatDay(endsOn, i18n.language) }),
        ].join(' · ')}
      </span>
    </>
  )
}
