import { useTranslation } from 'react-i18next'
import { formatDateTime, formatDay } from '#contract/format.ts'
import type { PersonRequest } from '#contract/requests.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { Correction } from './Correction.tsx'
import { Decision } from './Decision.tsx'
import { HandOut } from './HandOut.tsx'
import { Identity } from './Identity.tsx'
import classes from './requests.module.css'
import { RequestState } from './useRequestColumns.tsx'

interface RequestPanelProps {
  request: PersonRequest | undefined
  onDecided: (answer: PersonRequest) => void
  onClose: () => void
}

/** One request: what is asked, who asks, and the answer. */
export function RequestPanel({ request, onDecided, onClose }: RequestPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel
      opened={request !== undefined}
      title={request ? t(`requests:kind.${request.kind}`) : ''}
      onClose={onClose}
      held={request?.decision === null}
    >
      {request && <Request key={request.id} request={request} onDecided={onDecided} onClose={onClose} />}
    </SidePanel>
  )
}

function Request({ request, onDecided, onClose }: RequestPanelProps & { request: PersonRequest }) {
  const { t, i18n } = useTranslation()
  const { person, client, message, test, decision, reason, dueAt, answeredBy } = request
  const entered = request.channel !== 'page'
  return (
    <div className={classes.panel}>
      <div>
        <h3 dir="auto">{person.name}</h3>
        <span className="meta">{[client.name, person.email].filter(Boolean).join(' · ')}</span>
      </div>
      <RequestState of={request} />
      <p className="muted">
        {t('requests:dialog.due', { due: formatDateTime(dueAt, i18n.language, client.timeZone) })}
      </p>
      {request.receivedOn !== null && (
        <p>
          {t(`requests:dialog.came.${request.channel}`, {
            day: formatDay(request.receivedOn, i18n.language),
            name: request.enteredBy ?? '',
          })}
        </p>
      )}
      {test && <p>{t('requests:dialog.test', { test: test.name })}</p>}
      <section>
        <h4>{t(entered ? 'requests:enter.message' : 'requests:dialog.message')}</h4>
        <p dir="auto" className={`breakable ${classes.message}`}>
          {message || t(entered ? 'requests:dialog.noDetails' : 'requests:dialog.noMessage')}
        </p>
      </section>
      <Identity request={request} />
      <Correction request={request} />
      {decision === null ? (
        <>
          <HandOut request={request} />
          <Decision request={request} onDone={onDecided} />
        </>
      ) : (
        <>
          {reason !== '' && request.handOver === null && (
            <p dir="auto">{t('requests:dialog.answered', { reason })}</p>
          )}
          {answeredBy === 'mail' && <p className="muted">{t('requests:dialog.mailed')}</p>}
          <HandOut request={request} />
          <HandOver request={request} onClose={onClose} />
        </>
      )}
    </div>
  )
}

/** An answer that no mail brings: its words, to print or to read out. */
function HandOver({ request, onClose }: { request: PersonRequest; onClose: () => void }) {
  const { t } = useTranslation()
  const { handOver, kind, decision } = request
  if (handOver === null) return null
  const erased = kind === 'erasure' && decision === 'accepted'
  return (
    <section aria-labelledby="hand-over">
      <h4 id="hand-over">{t('requests:dialog.handOver.title')}</h4>
      <p>{t(erased ? 'requests:dialog.handOver.once' : 'requests:dialog.handOver.text')}</p>
      <blockquote dir="auto" className={`breakable ${classes.handOver}`}>
        {handOver}
      </blockquote>
      <div className={classes.actions}>
        <CopyButton value={handOver} label={t('requests:dialog.handOver.copy')} size="md" />
        <Button onClick={onClose}>{t('requests:dialog.handOver.done')}</Button>
      </div>
    </section>
  )
}
