import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { changeJobProfile, getJobProfile, type JobProfile } from '#contract/job-profiles.ts'
import { api } from '../../../app/api.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { JobProfileForm } from './JobProfileForm.tsx'
import { ProfileCrumbs } from './ProfileCrumbs.tsx'
import { ProfileSource } from './ProfileSource.tsx'
import { typedRanges } from './profileForm.ts'
import { useJobScales } from './useJobProfiles.ts'

/** One profile: its ranges, which can be changed, and its end. */
export default function JobProfilePage() {
  const { jobProfileId = '' } = useParams()
  return (
    <ClientGate>
      {(client) => <Loaded key={`${client.value} ${jobProfileId}`} client={client} id={jobProfileId} />}
    </ClientGate>
  )
}

function Loaded({ client, id }: { client: SelectedClient; id: string }) {
  const { t, i18n } = useTranslation()
  const found = useQuery({
    queryKey: ['client', client.value, 'jobProfiles', id, i18n.language],
    queryFn: ({ signal }) =>
      api(getJobProfile, { params: { clientId: client.value, jobProfileId: id }, signal }),
  })
  if (found.data) return <Profile client={client} profile={found.data} />
  return (
    <>
      <PageHeader crumbs={<ProfileCrumbs name="…" />} />
      <Card aria-busy={found.isPending}>
        {found.isError ? <LoadFailure of={found} title={t('job-profiles:failed')} /> : null}
      </Card>
    </>
  )
}

function Profile({ client, profile }: { client: SelectedClient; profile: JobProfile }) {
  const { t } = useTranslation()
  const params = { clientId: client.value, jobProfileId: profile.id }
  const archived = profile.archivedAt !== null
  const archiving = useAction(changeJobProfile, {
    done: t(archived ? 'job-profiles:restore.done' : 'job-profiles:archive.done'),
    failed: t('job-profiles:saveFailed'),
  })
  const Icon = archived ? IconArchiveOff : IconArchive
  return (
    <>
      <PageHeader
        title={profile.name}
        lead={
          <>
            {profile.inventory.name} · <ProfileSource people={profile.people} />
          </>
        }
        crumbs={<ProfileCrumbs name={profile.name} />}
        actions={
          <Button
            icon={<Icon aria-hidden />}
            loading={archiving.isPending}
            onClick={() => archiving.mutate({ params, body: { archived: !archived } })}
          >
            {t(archived ? 'job-profiles:restore.action' : 'job-profiles:archive.action')}
          </Button>
        }
      />
      {archived ? (
        <Alert type="info" duration={0}>
          {t('job-profiles:archive.note')}
        </Alert>
      ) : null}
      <Card>
        <CardBody>
          <Ranges client={client} profile={profile} />
        </CardBody>
      </Card>
    </>
  )
}

function Ranges({ client, profile }: { client: SelectedClient; profile: JobProfile }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const scales = useJobScales(client.value, { inventory: profile.inventory.id })
  const saving = useAction(changeJobProfile, {
    done: t('job-profiles:edit.done'),
    failed: t('job-profiles:saveFailed'),
    inline: true,
  })
  if (scales.data === undefined)
    return scales.isError ? <LoadFailure of={scales} title={t('job-profiles:failed')} /> : null
  const back = () => void navigate(paths.jobProfiles)
  return (
    <JobProfileForm
      scales={scales.data.scales}
      start={{ name: profile.name, ranges: typedRanges(profile.ranges, i18n.language) }}
      sending={saving}
      submit={t('job-profiles:edit.submit')}
      onSend={(body) =>
        saving.mutate(
          { params: { clientId: client.value, jobProfileId: profile.id }, body },
          { onSuccess: back },
        )
      }
      onCancel={back}
    />
  )
}
