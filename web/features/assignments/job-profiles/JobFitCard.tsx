import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatNumber, formatPercent } from '#contract/format.ts'
import { getJobFit, type JobFit } from '#contract/job-profiles.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { FitWord, OverallFit } from './FitWord.tsx'
import classes from './job-profiles.module.css'
import { rangeWords } from './rangeWords.ts'
import { useJobProfiles } from './useJobProfiles.ts'

/** A result of a test, which is named by its id or code. */
export interface Fitting {
  assignmentId: string
  inventory: string
}

interface JobFitCardProps {
  clientId: string
  /** The result of each test to compare, which is the newest. */
  results: readonly Fitting[]
}

/** Results beside a profile that the reader chooses; nothing where the client has none for these tests. */
export function JobFitCard({ clientId, results }: JobFitCardProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const resultOf = ({ id, code }: { id: string; code: string }) =>
    results.find(({ inventory }) => inventory === id || inventory === code)
  const named = address.get('profile') ?? ''
  const profiles = useJobProfiles(clientId, { chosen: named }).filter(
    ({ inventory }) => resultOf(inventory) !== undefined,
  )
  const chosen = profiles.find(({ id }) => id === named)
  const result = chosen && resultOf(chosen.inventory)
  if (profiles.length === 0) return null
  const choose = (id: string | null) => {
    const next = new URLSearchParams(address)
    if (id === null) next.delete('profile')
    else next.set('profile', id)
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Card className="no-print" id="job-fit">
      <CardHeader title={t('job-profiles:card.title')} />
      <CardBody className="stack one-column gap-12">
        <SelectField
          label={t('job-profiles:card.profile')}
          placeholder={t('job-profiles:card.choose')}
          clearable
          clearButtonProps={{ 'aria-label': t('job-profiles:card.none') }}
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={choose}
        />
        {chosen && chosen.archivedAt !== null ? (
          <p className="meta">{t('job-profiles:archive.note')}</p>
        ) : null}
        {chosen && result ? (
          <Fitted clientId={clientId} assignmentId={result.assignmentId} profile={chosen.id} />
        ) : null}
        <p className="meta">{t('job-profiles:decides')}</p>
      </CardBody>
    </Card>
  )
}

interface FittedProps {
  clientId: string
  assignmentId: string
  profile: string
}

function useJobFit({ clientId, assignmentId, profile }: FittedProps) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['client', clientId, 'jobFit', assignmentId, profile, i18n.language],
    queryFn: ({ signal }) => api(getJobFit, { params: { assignmentId, jobProfileId: profile }, signal }),
    enabled: profile !== '',
  })
}

/** One of several results beside a profile; nothing where the profile is of another test. */
export function FitLine(props: FittedProps) {
  const { data } = useJobFit(props)
  return data === undefined ? null : (
    <span className="stack gap-2">
      <span className="meta breakable">{data.profile.name}</span>
      <OverallFit overall={data.overall} />
    </span>
  )
}

function Fitted(props: FittedProps) {
  const { t } = useTranslation()
  const found = useJobFit(props)
  if (found.isError) return <p role="alert">{errorMessage(found.error)}</p>
  if (found.data === undefined) return <div aria-busy />
  const { overall, scales, otherVersion } = found.data
  return (
    <>
      <OverallFit overall={overall} />
      {otherVersion ? <p className="meta">{t('job-profiles:otherVersion')}</p> : null}
      <ul className={`stack one-column ${classes.fits}`}>
        {scales.map((scale) => (
          <li key={scale.key} className={`ruled-bottom ${classes.fit}`}>
            <span className="min-0 breakable">{scale.name}</span>
            <FitWord fit={scale.fit} />
            <ScoreAndRange scale={scale} />
          </li>
        ))}
      </ul>
      <p className="meta">{t('job-profiles:near')}</p>
    </>
  )
}

/** The score with its error, and what the profile asks for. */
function ScoreAndRange({ scale }: { scale: JobFit['scales'][number] }) {
  const { t, i18n } = useTranslation()
  const { from, to, score, unit } = scale
  const number = (value: number) =>
    unit === 'percent'
      ? formatPercent(value, i18n.language)
      : formatNumber(value, i18n.language, unit === 'T' ? 0 : 1)
  const target = t('job-profiles:target', { range: rangeWords(t, { from, to }, number) })
  const measured =
    score === null
      ? t('job-profiles:score.none')
      : score.se === null
        ? t('job-profiles:score.noError', { value: number(score.value) })
        : t('job-profiles:score.value', {
            value: number(score.value),
            error: formatNumber(score.se, i18n.language, 1),
          })
  return (
    <span className={`meta ${classes.measured}`}>
      {measured} · {target}
    </span>
  )
}
