import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { listPersonMails, listUserMails, type MailRecord } from '#contract/mail-history.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import classes from './MailHistory.module.css'

/** The owner of the mails: a person at a client, or an account. */
type Whose = { clientId: string; membershipId: string } | { userId: string }

const shown = 10
// Sign-in notices and the like carry no link that opens something.
const withLink: ReadonlySet<string> = new Set([
  ...['invitation', 'reminder', 'manager_invitation', 'magic_link', 'reset', 'verification'],
])

/** The mails of a person under a heading of their own. */
export function MailHistory(props: { of: Whose; timeZone: string }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="stack one-column gap-8" aria-labelledby={id}>
      <h3 className="text-16" id={id}>
        {t('mails:title')}
      </h3>
      <MailList {...props} />
    </section>
  )
}

/** Which mails went to a person, how that ended, and when their links were opened. */
export function MailList({ of, timeZone }: { of: Whose; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const query = { page_size: String(shown) } as const
  const list = useQuery({
    queryKey:
      'clientId' in of ? ['client', of.clientId, 'mails', of.membershipId] : ['users', 'mails', of.userId],
    queryFn: ({ signal }) =>
      'clientId' in of
        ? api(listPersonMails, { params: of, query, signal })
        : api(listUserMails, { params: of, query, signal }),
    staleTime: 0,
  })
  const more = (list.data?.count ?? 0) - shown
  return (
    <>
      {list.isError && list.data === undefined ? <p role="alert">{errorMessage(list.error)}</p> : null}
      {list.data?.count === 0 ? <p className="muted">{t('mails:none')}</p> : null}
      <ul className={`stack one-column ${classes.mails}`} aria-busy={list.data === undefined}>
        {list.data?.results.map((mail) => (
          <li className="stack one-column gap-2 breakable ruled-bottom" key={mail.id}>
            <Mail mail={mail} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="meta">{t('mails:more', { count: more, number: formatNumber(more, i18n.language) })}</p>
      ) : null}
    </>
  )
}

function Mail({ mail, timeZone }: { mail: MailRecord; timeZone: string }): ReactNode {
  const { t, i18n } = useTranslation()
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const { kind, client, address, outcome, failure, failureCode, openedAt } = mail
  const why = failure === null ? '' : t(`mails:failure.${failure}`)
  return (
    <>
      <b className="medium" dir="auto">
        {client === null ? t(`mails:kind.${kind}`) : `${t(`mails:kind.${kind}`)} · ${client}`}
      </b>
      <span className="meta">
        <bdi>{address}</bdi>
      </span>
      <span className={outcome === 'sent' ? 'meta' : 'text-13 ink-red'}>
        {t(`mails:outcome.${outcome}`, { when: at(mail.at) })}
        {why === '' ? null : ` ${failureCode === '' ? why : t('mails:code', { why, code: failureCode })}`}
      </span>
      {openedAt !== null ? <span className="meta">{t('mails:opened', { when: at(openedAt) })}</span> : null}
      {openedAt === null && outcome === 'sent' && withLink.has(kind) ? (
        <span className="meta">{t('mails:notOpened')}</span>
      ) : null}
    </>
  )
}
