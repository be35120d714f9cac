import { useTranslation } from 'react-i18next'
import { lengthOf, shortest } from './newPassword.ts'
import classes from './PasswordHelp.module.css'

/** 0: too short, 1: long enough, 2: long, and not one key held down. */
function strengthOf(password: string): 0 | 1 | 2 {
  if (lengthOf(password) < shortest) return 0
  return lengthOf(password) >= 16 && new Set(password).size >= 8 ? 2 : 1
}

/** The rule, and quietly how far what is typed has come: length is what makes a password hard to guess. */
export function PasswordHelp({ password }: { password: string }) {
  const { t } = useTranslation()
  if (password === '') return <>{t('auth:newPassword.rule')}</>
  const strength = strengthOf(password)
  const words = [
    t('auth:newPassword.more', { count: shortest - lengthOf(password) }),
    t('auth:newPassword.enough'),
    t('auth:newPassword.strong'),
  ]
  return (
    <span className={`row wraps ${classes.root}`} data-strength={strength}>
      <span className={`flex ${classes.bar}`} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {words[strength]}
    </span>
  )
}
