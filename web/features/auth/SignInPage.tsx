import { IconLock, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import classes from './auth.module.css'
import { LinkForm } from './LinkForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { WayTabs } from './WayTabs.tsx'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export default function SignInPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const way = params.get('way') === 'link' ? 'link' : 'password'

  const choose = (next: string) =>
    void setParams(
      (before) => {
        if (next === 'link') before.set('way', 'link')
        else before.delete('way')
        return before
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <>
      <title>{`${t('auth:signIn.title')} · Terazi`}</title>
      <h1 className={classes.title}>{t('auth:signIn.title')}</h1>
      <p className={classes.lead}>{t('auth:signIn.lead')}</p>
      <div className={classes.ways}>
        <WayTabs
          label={t('auth:signIn.way')}
          value={way}
          onChange={choose}
          ways={[
            { value: 'password', icon: <IconLock {...icon} />, words: t('auth:signIn.byPassword') },
            { value: 'link', icon: <IconMail {...icon} />, words: t('auth:signIn.byLink') },
          ]}
        />
      </div>
      {way === 'link' ? <LinkForm /> : <PasswordForm />}
    </>
  )
}
