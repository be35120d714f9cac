import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isOperator } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import { publicPages } from '#contract/publicPages.ts'
import { useAuth } from '../../app/auth.ts'
import { useSelectedClient } from '../../app/clientSelection.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { clientPath, purchasePath, type Shortage } from '../../app/paths.ts'

interface BuyQuotaProps {
  className?: string
  words?: string
  /** Which tests there is too little of. */
  shortages?: readonly Shortage[]
}

/** The contact form with what it is about filled in. Behind the hash: names of organisations do not go into logs. */
const askForQuota = (locale: Locale, organisation = '') =>
  `${publicPages.contact[locale]}#${new URLSearchParams({ about: 'quota', organisation })}`

/**
 * A link to more quota: an operator adds it by hand on the client's page, everybody else buys it. If a test has no price,
 * the page that sells it leads on to the contact form.
 */
export function BuyQuota({ className = 'link', words, shortages = [] }: BuyQuotaProps) {
  const { t } = useTranslation()
  const operator = useAuth(({ user }) => isOperator(user))
  const client = useSelectedClient()
  const label = words ?? t(operator && client ? 'dashboard:quota.add' : 'dashboard:quota.buy')
  return (
    <Link
      className={className}
      to={operator && client ? clientPath(client.value, 'quota') : purchasePath(shortages)}
    >
      {label}
    </Link>
  )
}

/** Asks for quota of tests that have no price, by the contact form. */
export function AskForQuota() {
  const { t, i18n } = useTranslation()
  const client = useSelectedClient()
  return (
    <a className="link" href={askForQuota(isLocale(i18n.language) ? i18n.language : 'tr', client?.label)}>
      {t('dashboard:quota.ask')}
    </a>
  )
}
