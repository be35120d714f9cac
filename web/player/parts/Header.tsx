import type { ReactNode } from 'react'
import type { OwnAssignment } from '#contract/participant.ts'
import { LogoMark } from '../../LogoMark.tsx'
import { myAssignments } from '../address.ts'
import { kioskHere } from '../device/kiosk.ts'
import { setLocale, t, useLocale } from '../words.ts'
import styles from './frame.module.css'
import { Link } from './Link.tsx'

type Client = OwnAssignment['client']

export const Logo = () => <LogoMark width={28} height={28} />

/** The platform's name, or the logo of the client whose page it is. */
export function Brand({ of }: { of?: Client | undefined }) {
  const logo = of?.brand?.logo
  return (
    <Link className={`inline-row gap-8 bold ink touch-height ${styles.brand}`} to={myAssignments}>
      {logo ? (
        <img src={logo.url} width={logo.width} height={logo.height} alt={of.name} />
      ) : (
        <>
          <Logo />
          Terazi
        </>
      )}
    </Link>
  )
}

export function Languages({ onChange = setLocale }: { onChange?: (locale: 'tr' | 'en') => Promise<void> }) {
  const current = useLocale()
  return (
    <fieldset className={`surface rounded clip ${styles.langs}`}>
      <legend className="sr">{t('player:look.language')}</legend>
      {(['tr', 'en'] as const).map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          className={`medium muted bare pointer touch-height ${styles.lang}`}
          aria-pressed={current === locale}
          onClick={() => void onChange(locale)}
        >
          {locale === 'tr' ? 'Türkçe' : 'English'}
        </button>
      ))}
    </fieldset>
  )
}

/** The header of every page outside the test itself. */
export function Header({ children, of }: { children?: ReactNode; of?: Client | undefined }) {
  const kiosk = kioskHere()
  if (kiosk) return <kiosk.Header />
  return (
    <div className={`row gap-8 ${styles.bar}`}>
      <Brand of={of} />
      <span className="grow" />
      {children ?? <Languages />}
    </div>
  )
}
