import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isOperator } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import { publicPages } from '#contract/publicPages.ts'
import { useAuth } from '../../app/auth.ts'
import { useSelectedClient } from '../../app/clientSelection.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { clientPath } from '../../app/paths.ts'

interface BuyQuotaProps {
  className?: string
  words?: string
}

/** The contact form with what it is about filled in. Behind the hash: names of organisations do not go into logs. */
const askForQuota = (locale: Locale, organisation = '') =>
  `${publicPages.contact[locale]}#${new URLSearchParams({ about: 'quota', organisation })}`

/**
 * Where quota comes from. Until it can be ordered here: an operator adds it by hand on the client's page, everybody
 * else asks us for it by the contact form.
 */
export function BuyQuota({ className = 'link', words }: BuyQuotaProps) {
  const { t, i18n } = useTranslation()
  const operator = useAuth(({ user }) => isOperator(user))
  const client = useSelectedClient()
  const label = words ?? t(operator && client ? 'dashboard:quota.add' : 'dashboard:quota.ask')
  if (operator && client)
    return (
      <Link className={className} to={clientPath(client.value, 'quota')}>
        {label}
      </Link>
    )
  return (
    <a
      className={className}
      href={askForQuota(isLocale(i18n.language) ? i18n.language : 'tr', client?.label)}
    >
      {label}
    </a>
  )
}
