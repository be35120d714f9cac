import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { formatDate } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '#contract/second-factor.ts'
import { api } from '../../../app/api.ts'
import { useAuth } from '../../../app/auth.ts'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { secondFactorId } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { BeginForm } from '../second-factor/BeginForm.tsx'
import { CodeForm } from '../second-factor/CodeForm.tsx'
import { Enrol } from '../second-factor/Enrol.tsx'
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx'
import { StatusCard } from '../second-factor/StatusCard.tsx'
import classes from '../second-factor/second-factor.module.css'
import type { Enrolment } from '../second-factor/secondStep.ts'
import { statusKey } from '../second-factor/statusKey.ts'
import { TurnOffForm } from '../second-factor/TurnOffForm.tsx'

type Status = AnswerOf<typeof getSecondFactor>
type Doing = 'nothing' | 'on' | 'off' | 'codes'

const queryKey = statusKey

/** Two-step sign-in of one's own account: turn it on and off, and get new recovery codes. Complete in itself. */
export default function SecondFactorCard() {
  const { t } = useTranslation('second-factor')
  const queries = useQueryClient()
  const [doing, setDoing] = useState<Doing>('nothing')
  const status = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(getSecondFactor, { signal }),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const done = (said?: string) => {
    setDoing('nothing')
    if (said) toast.success(said)
    refresh()
  }
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${secondFactorId}`) document.getElementById(secondFactorId)?.scrollIntoView()
  }, [hash])

  return (
    <StatusCard
      id={secondFactorId}
      title={t('second-factor:card.title')}
      of={status}
      isOn={({ enabled }) => enabled}
      on={t('second-factor:card.on')}
      off={t('second-factor:card.off')}
    >
      {(data) => <Content status={data} doing={doing} onDo={setDoing} onEnabled={refresh} onDone={done} />}
    </StatusCard>
  )
}

interface ContentProps {
  status: Status
  doing: Doing
  onDo: (doing: Doing) => void
  /** It is on from here, while the recovery codes are still shown. */
  onEnabled: () => void
  onDone: (said?: string) => void
}

function Content({ status, doing, onDo, onEnabled, onDone }: ContentProps) {
  const { t } = useTranslation('second-factor')
  const cancel = (
    <Button variant="plain" onClick={() => onDo('nothing')}>
      {t('second-factor:card.cancel')}
    </Button>
  )
  if (doing === 'on')
    return (
      <TurnOn onEnabled={onEnabled} onDone={() => onDone(t('second-factor:card.turnedOn'))} cancel={cancel} />
    )
  if (doing === 'codes') return <NewCodes onDone={onDone} cancel={cancel} />
  if (doing === 'off')
    return <TurnOffForm onDone={() => onDone(t('second-factor:card.turnedOff'))}>{cancel}</TurnOffForm>
  return status.enabled ? <On status={status} onDo={onDo} /> : <Off onDo={onDo} />
}

/** The password first, where there is one: a secret that somebody at an open screen took would lock its owner out. */
function TurnOn({
  onEnabled,
  onDone,
  cancel,
}: Pick<ContentProps, 'onEnabled'> & { onDone: () => void; cancel: React.ReactNode }) {
  const hasPassword = useAuth((state) => state.user.hasPassword)
  const [begun, setBegun] = useState<Enrolment>()
  if (hasPassword && !begun) return <BeginForm onBegun={setBegun}>{cancel}</BeginForm>
  return (
    <Enrol
      begin={async () => begun ?? api(beginSecondFactor, { body: {} })}
      confirm={async (code) => {
        const { recoveryCodes } = await api(confirmSecondFactor, { body: { code } })
        onEnabled()
        return recoveryCodes
      }}
      onDone={onDone}
      codesAs="h3"
      beside={cancel}
    />
  )
}

function Off({ onDo }: Pick<ContentProps, 'onDo'>) {
  const { t } = useTranslation('second-factor')
  return (
    <div className={classes.part}>
      <p className={classes.words}>{t('second-factor:card.offText')}</p>
      <Button variant="solid" onClick={() => onDo('on')}>
        {t('second-factor:card.turnOn')}
      </Button>
    </div>
  )
}

const few = 3

function On({ status, onDo }: Pick<ContentProps, 'status' | 'onDo'>) {
  const { t } = useTranslation('second-factor')
  const locale = useLocaleSettings((state) => state.currentLang)
  const timeZone = useAuth((state) => state.user.timeZone)
  const { since, recoveryCodesLeft: count, required } = status
  return (
    <div className={classes.part}>
      <p className={classes.words}>
        {since ? `${t('second-factor:card.since', { day: formatDate(since, locale, timeZone) })} ` : null}
        {t('second-factor:card.codesLeft', { count })}
      </p>
      {count < few ? (
        <Alert type="warning" duration={0}>
          {t('second-factor:card.fewCodes')}
        </Alert>
      ) : null}
      {required ? <p className={classes.words}>{t('second-factor:card.required')}</p> : null}
      <div className="cluster gap-8">
        <Button onClick={() => onDo('codes')}>{t('second-factor:card.newCodes')}</Button>
        {required ? null : (
          <Button danger onClick={() => onDo('off')}>
            {t('second-factor:card.turnOff')}
          </Button>
        )}
      </div>
    </div>
  )
}

function NewCodes({ onDone, cancel }: { onDone: () => void; cancel: React.ReactNode }) {
  const { t } = useTranslation('second-factor')
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} as="h3" onKept={onDone} />
  return (
    <div className={classes.part}>
      <p className={classes.words}>{t('second-factor:card.newCodesText')}</p>
      <CodeForm
        kind="app"
        label={t('second-factor:enrol.code')}
        submit={t('second-factor:card.newCodes')}
        send={async (code) => setCodes((await api(renewRecoveryCodes, { body: { code } })).recoveryCodes)}
        autoFocus
        beside={cancel}
      />
    </div>
  )
}
