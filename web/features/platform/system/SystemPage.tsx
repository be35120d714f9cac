import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '#contract/format.ts'
import type { System } from '#contract/system.ts'
import { useAuth } from '../../../app/auth.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { partsOf, type ShownPart } from './parts.tsx'
import { StateWord } from './StateWord.tsx'
import classes from './system.module.css'
import { useSystem } from './useSystem.ts'

/** How the installation is, for its operators. */
export default function SystemPage() {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const system = useSystem()
  const parts = system.data && partsOf(system.data, { t, locale: i18n.language, timeZone })
  return (
    <>
      <PageHeader
        lead={parts && system.data ? <Lead parts={parts} at={system.data.at} /> : t('system:lead')}
      />
      {system.error ? (
        <Card>
          <LoadFailure of={system} title={t('system:failedToLoad')} />
        </Card>
      ) : null}
      {system.data ? <Parts system={system.data} parts={parts ?? []} /> : null}
      {system.isPending ? <Card className={`well rounded ${classes.skeleton}`} aria-busy data-busy /> : null}
    </>
  )
}

function Lead({ parts, at }: { parts: readonly ShownPart[]; at: string }) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  const wrong = parts.filter(({ state }) => state !== 'good').length
  return (
    <>
      {wrong === 0
        ? t('system:allGood')
        : t('system:toLook', { count: wrong, number: formatNumber(wrong, i18n.language) })}{' '}
      {t('system:asOf', { at: formatTime(at, i18n.language, timeZone) })}
    </>
  )
}

function Parts({ system, parts }: { system: System; parts: readonly ShownPart[] }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={`stack gap-page ${classes.parts}`}>
        {parts.map(({ key, state, facts }) => (
          <Card key={key}>
            <CardHeader title={t(`system:part.${key}`)} actions={<StateWord state={state} />} />
            <CardBody>
              <Facts>
                {facts.map(({ name, value }, at) => (
                  // Two processes may run on one machine.
                  // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their order and have no state
                  <Fact key={at} name={name} dir="auto">
                    {value}
                  </Fact>
                ))}
              </Facts>
            </CardBody>
          </Card>
        ))}
      </div>
      <FailedJobs failed={system.jobs.failed} />
    </>
  )
}
