import {
  IconChartBar,
  IconChecklist,
  IconClipboardPlus,
  IconClipboardText,
  IconReceipt,
  IconSettings,
  IconShoppingCart,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { isPage, isPlayerPage } from '#contract/pages.ts'
import { PageLink } from '../parts/Link.tsx'
import { useWords } from '../words.ts'

/** The pages of a role; the server and each page decide for themselves who may come in. */
const places = [
  { key: 'myTests', path: '/participant/assignments', roles: 'participant', Icon: IconChecklist },
  { key: 'dashboard', path: '/manager/dashboard', roles: 'manager', Icon: IconChartBar },
  {
    key: 'assignments',
    path: '/manager/assignments',
    roles: 'manager admin superuser',
    Icon: IconClipboardText,
  },
  {
    key: 'assign',
    path: '/manager/assignments/create',
    roles: 'manager admin superuser',
    Icon: IconClipboardPlus,
  },
  { key: 'people', path: '/manager/participants', roles: 'manager admin superuser', Icon: IconUsers },
  { key: 'quota', path: '/manager/quota-purchase', roles: 'manager', Icon: IconShoppingCart },
  { key: 'orders', path: '/manager/orders', roles: 'manager', Icon: IconReceipt },
  { key: 'admin', path: '/admin/dashboard', roles: 'admin superuser', Icon: IconChartBar },
  { key: 'clients', path: '/admin/clients', roles: 'admin superuser', Icon: IconUsersGroup },
  { key: 'users', path: '/admin/users', roles: 'admin superuser', Icon: IconUserCog },
  { key: 'allOrders', path: '/admin/orders', roles: 'admin superuser', Icon: IconReceipt },
  {
    key: 'settings',
    path: '/account/settings/profile',
    roles: 'manager admin superuser',
    Icon: IconSettings,
  },
] as const

/**
 * Introduces the product with sign-in links; a signed-in person sees the pages of their roles. All of it is in the page, and
 * the root element, which knows the session before anything is drawn, decides what is visible.
 */
export function HubPage() {
  const { t } = useWords()
  return (
    <div className="wrap hub">
      <h1>{t('publicHub:title')}</h1>
      <div className="when-out">
        <p className="lead">{t('publicHub:out.lead')}</p>
        <div className="cta">
          <a href="/sign-in" className="btn solid big">
            {t('public:nav.signIn')}
          </a>
          <PageLink to="services" className="btn big">
            {t('publicHub:out.services')}
          </PageLink>
        </div>
        <p className="row gap-10 text-14 muted aside">{t('publicHub:out.invited')}</p>
      </div>
      <div className="when-in">
        <p className="lead">{t('publicHub:in.lead')}</p>
        <ul className="stack gap-16 places">
          {places
            .filter(({ path }) => isPage(path) || isPlayerPage(path))
            .map(({ key, path, roles, Icon }) => (
              <li className="hidden" key={key} data-for={roles}>
                <a className="flex gap-16 surface rounded-lg edged" href={path}>
                  <Icon className="ink-primary" size={24} stroke={1.75} aria-hidden />
                  <span>
                    <b className="block">{t(`publicHub:place.${key}.title`)}</b>
                    <span>{t(`publicHub:place.${key}.text`)}</span>
                  </span>
                </a>
              </li>
            ))}
        </ul>
        <p className="hidden none">{t('publicHub:in.none')}</p>
      </div>
    </div>
  )
}
