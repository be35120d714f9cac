import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientInventory } from '#contract/enablements.ts'
import { formatDate } from '#contract/format.ts'
import { Button } from '../../ui/button/Button.tsx'
import { StatusWord } from '../../ui/text/StatusWord.tsx'
import classes from './enablements.module.css'
import { word } from './sensitiveWords.ts'

interface SensitiveStatusProps {
  one: ClientInventory
  timeZone: string
  onEnable: () => void
  onDisable: () => void
}

/** Tells whether a client has something sensitive, on which basis and for which people; with buttons to change it. */
export function SensitiveStatus({ one, timeZone, onEnable, onDisable }: SensitiveStatusProps) {
  const { t, i18n } = useTranslation()
  const { inventory, enabled, legalBasis, enabledAt, enabledBy, recipients } = one
  const clinician = recipients.find(({ userId }) => userId === one.clinicianId)
  return (
    <section>
      <h3 dir="auto">{inventory.name}</h3>
      {one.sensitive ? null : (
        <p className="meta">{t('clients:sensitive.scale.text', { names: one.sensitiveScales.join(', ') })}</p>
      )}
      <StatusWord tone={enabled ? 'done' : 'cancelled'} icon={enabled ? IconLockOpen : IconLock}>
        {enabled ? t('clients:sensitive.enabled') : t('clients:sensitive.disabled')}
      </StatusWord>
      {enabled ? (
        <dl className={`stack gap-8 ${classes.stacked}`}>
          {one.sensitive ? (
            <>
              <div>
                <dt>{t('clients:sensitive.purpose')}</dt>
                <dd dir="auto">{one.purpose || t('clients:sensitive.noneGiven')}</dd>
              </div>
              <div>
                <dt>{t('clients:sensitive.audience')}</dt>
                <dd>
                  {t(one.forCandidates ? 'clients:sensitive.everybody' : 'clients:sensitive.employees')}
                </dd>
              </div>
            </>
          ) : null}
          <div>
            <dt>{t('clients:sensitive.legalBasis')}</dt>
            <dd dir="auto">{legalBasis}</dd>
          </div>
          <div>
            <dt>{t('clients:sensitive.recipients')}</dt>
            <dd dir="auto">
              {recipients.map(({ name, email }) => name || email).join(', ') || t('clients:sensitive.nobody')}
            </dd>
          </div>
          {clinician ? (
            <div>
              <dt>{t('clients:sensitive.clinician.title')}</dt>
              <dd dir="auto">{clinician.name || clinician.email}</dd>
            </div>
          ) : null}
          {enabledAt ? (
            <div>
              <dt>{t('clients:sensitive.enabledBy')}</dt>
              <dd dir="auto">
                {[enabledBy, formatDate(enabledAt, i18n.language, timeZone)].filter(Boolean).join(', ')}
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <div className="cluster gap-8">
        <Button size="sm" onClick={onEnable}>
          {enabled ? t('clients:sensitive.change') : t(word(one, 'enable'))}
        </Button>
        {enabled ? (
          <Button size="sm" danger variant="plain" onClick={onDisable}>
            {t(word(one, 'disable'))}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
