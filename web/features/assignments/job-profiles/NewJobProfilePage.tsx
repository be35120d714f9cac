import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { createJobProfile, fewProfilePeople, type listJobScales } from '#contract/job-profiles.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths, profilePeoplePath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { JobProfileForm } from './JobProfileForm.tsx'
import { ProfileCrumbs } from './ProfileCrumbs.tsx'
import { suggestedRanges, typedRanges } from './profileForm.ts'
import { useJobScales } from './useJobProfiles.ts'

/** A new profile of a test, typed or from the results that the address names. */
export default function NewJobProfilePage() {
  return <ClientGate>{(client) => <NewJobProfile key={client.value} client={client} />}</ClientGate>
}

function NewJobProfile({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const inventory = address.get('inventory') ?? ''
  const assignments = address.get('assignments') ?? ''
  const found = useJobScales(client.value, { inventory, assignments })
  return (
    <>
      <PageHeader
        lead={t('job-profiles:lead')}
        crumbs={<ProfileCrumbs name={t('job-profiles:new.title')} />}
      />
      <Card aria-busy={found.isPending}>
        {found.data ? (
          <CardBody className="stack one-column gap-16">
            {assignments === '' ? (
              <SelectField
                required
                label={t('job-profiles:form.test')}
                placeholder={t('job-profiles:form.testChoose')}
                data={found.data.tests.map(({ id, name }) => ({ value: id, label: name }))}
                value={found.data.inventory?.id ?? null}
                onChange={(value) =>
                  setAddress(value === null ? {} : { inventory: value }, { replace: true })
                }
              />
            ) : null}
            {found.data.inventory === null ? null : (
              <NewForm
                key={found.data.inventory.id}
                client={client}
                found={found.data}
                assignments={assignments}
              />
            )}
          </CardBody>
        ) : found.isError ? (
          <LoadFailure of={found} title={t('job-profiles:failed')} />
        ) : null}
      </Card>
    </>
  )
}

interface NewFormProps {
  client: SelectedClient
  found: AnswerOf<typeof listJobScales>
  assignments: string
}

function NewForm({ client, found, assignments }: NewFormProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const creating = useAction(createJobProfile, {
    done: t('job-profiles:new.done'),
    failed: t('job-profiles:saveFailed'),
    inline: true,
  })
  const { inventory, scales, people } = found
  return (
    <JobProfileForm
      scales={scales}
      start={{ name: '', ranges: typedRanges(suggestedRanges(scales), i18n.language) }}
      sending={creating}
      submit={t('job-profiles:new.submit')}
      note={
        people === null ? (
          <TakenHint inventoryId={inventory?.id ?? ''} />
        ) : (
          <TakenFrom people={people} test={inventory?.name ?? ''} />
        )
      }
      onSend={(body) =>
        creating.mutate(
          {
            params: { clientId: client.value },
            body: {
              ...body,
              inventory: inventory?.id ?? '',
              ...(people !== null && { assignmentIds: assignments.split(',') }),
            },
          },
          { onSuccess: () => void navigate(paths.jobProfiles) },
        )
      }
      onCancel={() => void navigate(paths.jobProfiles)}
    />
  )
}

/** Says whose results the ranges are from, how, and how little a few people say. */
function TakenFrom({ people, test }: { people: number; test: string }) {
  const { t, i18n } = useTranslation()
  const number = formatNumber(people, i18n.language)
  return (
    <Alert
      type={people < fewProfilePeople ? 'warning' : 'info'}
      duration={0}
      title={t('job-profiles:people.title', { number, test })}
    >
      <p>{t('job-profiles:people.how')}</p>
      {people < fewProfilePeople ? <p>{t('job-profiles:people.few')}</p> : null}
    </Alert>
  )
}

/** Leads to the list, where people can be chosen. */
function TakenHint({ inventoryId }: { inventoryId: string }) {
  const { t } = useTranslation()
  return (
    <p className="meta">
      {t('job-profiles:people.hint')}{' '}
      <Link className="link" to={profilePeoplePath(inventoryId)}>
        {t('job-profiles:people.choose')}
      </Link>
    </p>
  )
}
