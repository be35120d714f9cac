import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import type { UserDetails } from '#contract/users.ts'
import { selectClient } from '../../../app/clientSelection.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { AccountStatus, Roles, When } from './cells.tsx'
import classes from './users.module.css'

export function PersonFacts({ user }: { user: UserDetails }) {
  const { t, i18n } = useTranslation()
  const address = user.email === '' ? 'none' : user.emailVerified ? 'verified' : 'unverified'
  const open = user.openSessions
  return (
    <Facts>
      <Fact name={t('users:column.status')}>
        <AccountStatus {...user} />
      </Fact>
      <Fact name={t('users:column.role')}>
        <Roles {...user} />
      </Fact>
      <Fact name={t('users:column.signIn')}>
        <When iso={user.lastSignInAt} never={t('users:never')} />
      </Fact>
      <Fact name={t('users:fact.sessions')}>
        {open === 0
          ? t('users:fact.noSession')
          : t('users:fact.session', { count: open, number: formatNumber(open, i18n.language) })}
      </Fact>
      <Fact name={t('users:fact.lastSeen')}>
        <When iso={user.lastSeenAt} never="–" />
      </Fact>
      <Fact name={t('users:field.email')}>{t(`users:address.${address}`)}</Fact>
      <Fact name={t('users:fact.password')}>
        {user.hasPassword ? t('users:fact.hasPassword') : t('users:fact.noPassword')}
      </Fact>
      <Fact name={t('users:fact.secondFactor')}>
        {user.secondFactor ? t('users:fact.secondFactorOn') : t('users:fact.secondFactorOff')}
      </Fact>
      <Fact name={t('users:field.phone')}>{user.phone || '–'}</Fact>
      <Fact name={t('users:field.locale')}>{t(`users:locale.${user.locale}`)}</Fact>
      <Fact name={t('users:column.created')}>
        <When iso={user.createdAt} never="" />
      </Fact>
    </Facts>
  )
}

/** The clients they belong to, and from there to what they have been given. */
export function PersonMemberships({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{t('users:clients.title')}</h3>
      {user.memberships.length === 0 ? <p className="muted">{t('users:clients.none')}</p> : null}
      <ul className={`stack ${classes.clients}`}>
        {user.memberships.map(({ client, role, group }) => (
          <li className="row split gap-12 ruled-bottom" key={client.id}>
            <span>
              <b className="medium" dir="auto">
                {client.name}
              </b>
              <span className="meta" dir="auto">
                {[t(`users:member.${role}`), group].filter(Boolean).join(' · ')}
              </span>
            </span>
            {role === 'manager' ? null : <TestsOf user={user} client={client} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TestsOf({ user, client }: { user: UserDetails; client: { id: string; name: string } }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // The list works on the client of the header, so that one is chosen first.
  const show = () => {
    selectClient({ value: client.id, label: client.name })
    void navigate(`${paths.assignments}?user=${user.id}`)
  }
  return (
    <Button
      size="xs"
      variant="twoTone"
      onClick={show}
      aria-label={t('users:clients.testsOf', { name: user.name, client: client.name })}
    >
      {t('users:clients.tests')}
    </Button>
  )
}
