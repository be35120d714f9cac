import { useTranslation } from 'react-i18next'

export interface TypedPassword {
  password: string
  confirm: string
}

export const shortest = 10
const longest = 128

/** Counted as the server counts: by characters and not by halves of them. */
export const lengthOf = (text: string) => [...text].length

/** The problems of a new password, as far as the browser can tell; only the server knows which are too easy. */
export function usePasswordProblems(): (typed: TypedPassword) => Partial<TypedPassword> {
  const { t } = useTranslation()
  return ({ password, confirm }) => {
    if (password === '') return { password: t('auth:passwordRequired') }
    if (lengthOf(password) < shortest) return { password: t('auth:newPassword.tooShort') }
    if (lengthOf(password) > longest) return { password: t('auth:newPassword.tooLong') }
    return confirm === password ? {} : { confirm: t('auth:passwordMismatch') }
  }
}
