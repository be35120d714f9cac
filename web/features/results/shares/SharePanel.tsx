import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { endShare, maxListedOpenings, maxWrongPins, type Share } from '#contract/shares.ts'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import { FullAccess } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { ShareState } from './ShareState.tsx'

interface SharePanelProps {
  /** Undefined while it is closed. */
  share: Share | undefined
  timeZone: string
  onClose: () => void
}

/** One share: who got what, when it was opened, and its end. */
export function SharePanel({ share, timeZone, onClose }: SharePanelProps) {
  return (
    <SidePanel opened={share !== undefined} title={share?.recipient ?? ''} onClose={onClose}>
      {share === undefined ? null : <About share={share} timeZone={timeZone} />}
    </SidePanel>
  )
}

function About({ share, timeZone }: { share: Share; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const [ending, setEnding] = useState(false)
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const number = (value: number) => formatNumber(value, i18n.language)
  const facts: [string, string][] = [
    ['place', t(`shares:place.${share.outside === null ? 'inside' : 'outside'}`)],
    ...(share.outside === null ? [] : [['ground', t(`shares:ground.${share.outside}`)] as [string, string]]),
    ...(share.purpose === null
      ? []
      : [['purpose', t(`assignments:purpose.${share.purpose}`)] as [string, string]]),
    ['show', t(`shares:show.${share.show}`)],
    ['createdBy', share.createdBy],
    ['expiresAt', at(lastMoment(share.expiresAt))],
    ['wrongPins', `${number(share.wrongPins)} / ${number(maxWrongPins)}`],
  ]
  return (
    <>
      <ShareState state={share.state} />
      <Facts>
        {facts.map(([key, value]) => (
          <Fact key={key} name={t(`shares:fact.${key}`)}>
            {value}
          </Fact>
        ))}
      </Facts>
      <section>
        <h3 className="text-16">{t('shares:shared.title')}</h3>
        {share.shared.length === 0 ? null : (
          <ul className="stack gap-4 above-8">
            {share.shared.map(({ assignmentId, name, test }) => (
              <li key={assignmentId} className="breakable">{`${name} · ${test}`}</li>
            ))}
          </ul>
        )}
        {share.available < share.reports ? (
          <p className="meta above-8">
            {t('shares:shared.gone', {
              count: share.reports - share.available,
              number: number(share.reports - share.available),
            })}
          </p>
        ) : null}
      </section>
      <section>
        <h3 className="text-16">{t('shares:openings.title')}</h3>
        {share.opened === 0 ? (
          <p className="muted above-8">{t('shares:neverOpened')}</p>
        ) : (
          <ul className="stack gap-4 above-8">
            {share.openings.map((opening) => (
              <li key={opening.at}>{`${at(opening.at)} · ${t(`shares:device.${opening.device}`)}`}</li>
            ))}
          </ul>
        )}
        {share.opened > maxListedOpenings ? (
          <p className="meta above-8">
            {t('shares:openings.newest', {
              shown: number(maxListedOpenings),
              number: number(share.opened),
            })}
          </p>
        ) : null}
      </section>
      {share.state === 'active' ? (
        <FullAccess>
          <div className="cluster justify-end gap-8 above-8">
            <Button danger onClick={() => setEnding(true)}>
              {t('shares:end.action')}
            </Button>
          </div>
        </FullAccess>
      ) : null}
      <ConfirmAction
        call={endShare}
        input={{ params: { shareId: share.id } }}
        done={t('shares:end.done')}
        opened={ending}
        title={t('shares:end.title', { recipient: share.recipient })}
        consequence={t('shares:end.text')}
        confirmLabel={t('shares:end.action')}
        onClose={() => setEnding(false)}
      />
    </>
  )
}
