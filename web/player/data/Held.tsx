import { useState } from 'react'
import { formatDate, formatDateTime } from '#contract/format.ts'
import { navigate, withdrawPath } from '../address.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { useSending } from '../register/useSending.ts'
import { t, useLocale } from '../words.ts'
import { Correct } from './Correct.tsx'
import { failureWords, fetchPdf, type OwnData, saveFile } from './calls.ts'
import styles from './data.module.css'

type Client = OwnData['clients'][number]

/** One line of what is held: what, and how much of it. */
function Fact({ label, value }: { label: string; value: string | readonly string[] }) {
  return (
    <div className="above-8">
      <dt className="muted">{label}</dt>
      {[...new Set([value].flat())].map((one) => (
        <dd className="breakable" key={one}>
          {one}
        </dd>
      ))}
    </div>
  )
}

function Readings({
  readings,
  timeZone,
}: {
  readings: Client['tests'][number]['readings']
  timeZone: string
}) {
  const locale = useLocale()
  if (readings.length === 0) return null
  return (
    <Fact
      label={t('my-data:readBy')}
      value={readings.map(({ at, reader, exported, byLink }) =>
        t(byLink ? 'my-data:readByLink' : exported ? 'my-data:export' : 'my-data:reading', {
          reader,
          time: formatDateTime(at, locale, timeZone),
        }),
      )}
    />
  )
}

/** The people who were given a link to the report, with the legal ground and the last day. */
function Shares({ shares, timeZone }: { shares: Client['tests'][number]['shares']; timeZone: string }) {
  const locale = useLocale()
  if (shares.length === 0) return null
  return (
    <Fact
      label={t('my-data:sharedWith')}
      value={shares.map(({ recipient, ground, endedAt, expiresAt }) =>
        t(ground === null ? 'my-data:share' : 'my-data:shareOutside', {
          recipient,
          ground: ground ?? '',
          day: formatDate(endedAt ?? expiresAt, locale, timeZone),
        }),
      )}
    />
  )
}

function Test({ test, held, timeZone }: { test: Client['tests'][number]; held: boolean; timeZone: string }) {
  const locale = useLocale()
  if (test.erasedAt !== null)
    return (
      <li className={styles.test}>
        <h3>{test.inventory.name}</h3>
        <p>
          {t(test.endReason === 'consent_withdrawn' ? 'my-data:withdrawn' : 'my-data:erased', {
            day: formatDate(test.erasedAt, locale, timeZone),
          })}
        </p>
        <dl>
          <Shares shares={test.shares} timeZone={timeZone} />
          <Readings readings={test.readings} timeZone={timeZone} />
        </dl>
      </li>
    )
  const withdrawn = test.notices.flatMap(({ title, withdrawnAt }) =>
    withdrawnAt === null ? [] : [`${title} (${formatDate(withdrawnAt, locale, timeZone)})`],
  )
  return (
    <li className={styles.test}>
      <h3>{test.inventory.name}</h3>
      <dl>
        <Fact
          label={t('my-data:status')}
          value={
            test.status === 'pending' && test.startedAt !== null
              ? t('player:state.running')
              : t(`my-data:statusOf.${test.status}`)
          }
        />
        {withdrawn.length > 0 && <Fact label={t('my-data:withdrawnConsent')} value={withdrawn} />}
        <Fact label={t('my-data:answers')} value={String(test.answers.length)} />
        {test.keptAttempts.length > 0 && (
          <Fact
            label={t('my-data:kept')}
            value={test.keptAttempts.map(({ tablet, answers, receivedAt }) =>
              t('my-data:keptFrom', {
                tablet: tablet.name,
                count: answers.length,
                time: formatDateTime(receivedAt, locale, timeZone),
              }),
            )}
          />
        )}
        <Fact
          label={t('my-data:result')}
          value={t(test.result === null ? 'my-data:resultNone' : 'my-data:resultThere')}
        />
        <Fact label={t('my-data:ground')} value={test.ground} />
        <Fact
          label={t('my-data:keptUntil')}
          value={
            test.keptUntil === null
              ? t(held ? 'my-data:held' : 'my-data:months', { count: test.keptMonths })
              : formatDate(test.keptUntil, locale, timeZone)
          }
        />
        {test.scalesKeptUntil !== null && (
          <Fact
            label={t('my-data:scalesKeptUntil')}
            value={formatDate(test.scalesKeptUntil, locale, timeZone)}
          />
        )}
        <Shares shares={test.shares} timeZone={timeZone} />
        <Readings readings={test.readings} timeZone={timeZone} />
      </dl>
      {test.notices.some(({ kind, withdrawnAt }) => kind === 'explicit_consent' && withdrawnAt === null) && (
        <Button look="secondary" onClick={() => navigate(withdrawPath(test.id))}>
          {t('my-data:withdraw')}
        </Button>
      )}
    </li>
  )
}

function Decisions({ decisions, timeZone }: Pick<Client, 'decisions'> & { timeZone: string }) {
  const locale = useLocale()
  if (decisions.length === 0) return null
  return (
    <Fact
      label={t('my-data:decisions')}
      value={decisions.map(({ at, decision, note }) =>
        t(note === '' ? 'my-data:decidedOn' : 'my-data:decidedNote', {
          decision: t(`my-data:decided.${decision}`),
          day: formatDate(at, locale, timeZone),
          note,
        }),
      )}
    />
  )
}

function Organisation({ one }: { one: Client }) {
  const locale = useLocale()
  const { timeZone } = one.client
  const belongs = one.role === 'manager' || (one.role === 'employee' && one.removedAt === null)
  const tested = !belongs && one.tests.some(({ erasedAt }) => erasedAt === null)
  const until =
    one.keptUntil === null
      ? t(tested ? 'my-data:whileTest' : 'my-data:whileMember')
      : formatDate(one.keptUntil, locale, timeZone)
  return (
    <section className={cx('above-16', controls.card)}>
      <h2 className={controls.heading}>{one.client.name}</h2>
      <dl>
        <Fact label={t('my-data:field.name')} value={one.name} />
        {one.email !== '' && <Fact label={t('my-data:field.email')} value={one.email} />}
        {one.phone !== '' && <Fact label={t('my-data:field.phone')} value={one.phone} />}
        {one.staffNumber !== '' && <Fact label={t('my-data:staffNumber')} value={one.staffNumber} />}
        {one.group !== '' && <Fact label={t('my-data:group')} value={one.group} />}
        <Fact label={t('my-data:ground')} value={one.ground} />
        <Fact label={t('my-data:keptUntil')} value={one.heldAt === null ? until : t('my-data:held')} />
        <Decisions decisions={one.decisions} timeZone={timeZone} />
        {one.heldReason !== '' && <Fact label={t('my-data:heldReason')} value={one.heldReason} />}
      </dl>
      <ul>
        {one.tests.map((test) => (
          <Test key={test.id} test={test} held={one.heldAt !== null} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  )
}

interface HeldProps {
  token: string
  data: OwnData
  /** The session is an invitation's: its client's name and phone are the ones to correct. */
  invitation: boolean
  onChanged: () => void
}

/** Shows which data is held, by which organisation, on which ground and until when; it can be downloaded and corrected. */
export function Held({ token, data, invitation, onChanged }: HeldProps) {
  const locale = useLocale()
  const [correcting, setCorrecting] = useState(false)
  const pdf = useSending<Blob>((file) => saveFile(file, `${t('my-data:file')}.pdf`))
  const { account, clients } = data
  const named = (invitation && clients[0]) || account
  const json = () =>
    saveFile(
      new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      `${t('my-data:file')}.json`,
    )
  return (
    <>
      <div className={`stack gap-12 ${styles.buttons}`}>
        <Button
          aria-busy={pdf.sending}
          aria-disabled={pdf.sending}
          onClick={() => void pdf.send(() => fetchPdf('/participant/data.pdf', token, locale))}
        >
          {t('my-data:pdf')}
        </Button>
        <Button look="secondary" onClick={json}>
          {t('my-data:json')}
        </Button>
        <Button look="secondary" aria-expanded={correcting} onClick={() => setCorrecting(!correcting)}>
          {t('my-data:correct')}
        </Button>
      </div>
      {pdf.failure && (
        <p className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(pdf.failure)}
        </p>
      )}
      {correcting && (
        <Correct
          token={token}
          profile={{ name: named.name, phone: named.phone, email: account.email || named.email }}
          onChanged={() => {
            setCorrecting(false)
            onChanged()
          }}
        />
      )}
      <section className={cx('above-16', controls.card)}>
        <h2 className={controls.heading}>{t('my-data:you')}</h2>
        <dl>
          <Fact label={t('my-data:field.name')} value={account.name} />
          {account.email !== '' && <Fact label={t('my-data:field.email')} value={account.email} />}
          {account.phone !== '' && <Fact label={t('my-data:field.phone')} value={account.phone} />}
          {account.picture !== null && (
            <Fact label={t('my-data:picture')} value={t('my-data:pictureThere')} />
          )}
        </dl>
      </section>
      {clients.length === 0 && <p>{t('my-data:nothing')}</p>}
      {clients.map((one) => (
        <Organisation key={`${one.client.id} ${one.role}`} one={one} />
      ))}
    </>
  )
}
