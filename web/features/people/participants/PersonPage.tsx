import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { getPerson } from '#contract/memberships.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { DecisionWord } from '../../memberships/DecisionWord.tsx'
import { HoldNote } from '../../memberships/ErasePart.tsx'
import { MailList } from '../../memberships/MailHistory.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { DecisionCard } from './DecisionCard.tsx'
import { EditPerson } from './EditPerson.tsx'
import { HandOver } from './HandOver.tsx'
import { NotesCard } from './NotesCard.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonFit } from './PersonFit.tsx'
import { PersonTests } from './PersonTests.tsx'
import type { PersonDetails } from './personDetails.ts'
import { useAssignToPerson } from './useAssignToPerson.ts'

/** One person of a client: who they are, their tests, what was decided, and what can be done. */
export default function PersonPage() {
  const { membershipId = '' } = useParams()
  return (
    <ClientGate>
      {(client) => (
        <Loaded key={`${client.value} ${membershipId}`} client={client} membershipId={membershipId} />
      )}
    </ClientGate>
  )
}

function Loaded({ client, membershipId }: { client: SelectedClient; membershipId: string }) {
  const { t } = useTranslation()
  const found = useQuery({
    queryKey: ['client', client.value, 'person', membershipId],
    queryFn: ({ signal }) => api(getPerson, { params: { clientId: client.value, membershipId }, signal }),
    staleTime: 0,
  })
  if (found.data) return <Person client={client} person={found.data} />
  if (!found.isError)
    return (
      <>
        <PageHeader crumbs={<Link to={paths.participants}>{t('participants:title')}</Link>} />
        <Card aria-busy />
      </>
    )
  const gone = found.error instanceof ApiError && [400, 404].includes(found.error.status)
  return (
    <>
      <PageHeader crumbs={<Link to={paths.participants}>{t('participants:title')}</Link>} />
      <Card>
        <LoadFailure
          of={found}
          title={t('person:failed')}
          message={gone ? t('person:gone') : errorMessage(found.error)}
        />
      </Card>
    </>
  )
}

function Person({ client, person }: { client: SelectedClient; person: PersonDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const timeZone = useClientTimeZone(client.value)
  const [asking, setAsking] = useState<'edit' | 'decide'>()
  const close = () => setAsking(undefined)
  const of = { clientId: client.value, membershipId: person.membershipId }
  const gone = () => void navigate(paths.participants, { replace: true })
  const takesTests = person.type !== 'manager'
  return (
    <>
      <Head client={client} person={person} onDecide={() => setAsking('decide')} />
      <div className="stack one-column gap-20">
        {person.hold && <HoldNote params={of} hold={person.hold} />}
        <div className="stack align-start with-aside gap-20">
          <div className="stack one-column gap-20">
            <Card>
              <CardHeader title={t('person:tests.title')} />
              <CardBody>
                <PersonTests client={client} person={person} />
              </CardBody>
            </Card>
            {takesTests && <PersonFit clientId={client.value} person={person} />}
            {takesTests && <DecisionCard clientId={client.value} person={person} timeZone={timeZone} />}
            <NotesCard of={of} timeZone={timeZone} />
            <Card>
              <CardHeader title={t('mails:title')} />
              <CardBody>
                <MailList of={of} timeZone={timeZone} />
              </CardBody>
            </Card>
          </div>
          <div className="stack one-column gap-20">
            <Card>
              <CardHeader title={t('person:facts')} />
              <CardBody>
                <PersonFacts person={person} timeZone={timeZone} />
              </CardBody>
            </Card>
            {takesTests && (
              <>
                <Card>
                  <CardHeader title={t('person:link.title')} />
                  <CardBody className="stack one-column gap-8">
                    <HandOver client={client} person={person} />
                  </CardBody>
                </Card>
                <Card>
                  <CardHeader title={t('person:actions')} />
                  <CardBody>
                    <PersonActions
                      client={client}
                      person={person}
                      onEdit={() => setAsking('edit')}
                      onGone={gone}
                    />
                  </CardBody>
                </Card>
              </>
            )}
          </div>
        </div>
      </div>
      {asking === 'decide' && <DecideDialog clientId={client.value} person={person} onClose={close} />}
      <SidePanel opened={asking === 'edit'} title={t('person:edit.title')} onClose={close} held>
        <EditPerson clientId={client.value} person={person} onDone={close} />
      </SidePanel>
    </>
  )
}

interface HeadProps {
  client: SelectedClient
  person: PersonDetails
  onDecide: () => void
}

function Head({ client, person, onDecide }: HeadProps) {
  const { t } = useTranslation()
  const assign = useAssignToPerson(client.value, person)
  const contact = person.email || person.phone
  return (
    <PageHeader
      title={person.name || person.email}
      crumbs={
        <Link to={person.type === 'employee' ? `${paths.participants}?type=employees` : paths.participants}>
          {t('participants:title')}
        </Link>
      }
      picture={<Avatar name={person.name || person.email} size="lg" />}
      aside={person.decision.decision !== 'none' && <DecisionWord decision={person.decision.decision} />}
      lead={
        <>
          {t(`person:role.${person.type}`)}
          {[person.group, contact].filter(Boolean).map((fact) => (
            <span key={fact}>
              {' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </>
      }
      actions={
        person.type === 'manager' ? null : (
          <>
            <Button icon={<IconChecklist aria-hidden />} onClick={onDecide}>
              {t('person:decide.open')}
            </Button>
            <Button variant="solid" icon={<IconPlus aria-hidden />} onClick={assign}>
              {t('participants:assign')}
            </Button>
          </>
        )
      }
    />
  )
}
