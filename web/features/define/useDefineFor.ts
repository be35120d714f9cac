import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isLocale } from '../../app/localeSettings.ts'
import { defineForPeople } from '../../app/paths.ts'
import { beginDraft, type Whom } from './draft.ts'

/** Leads to where tests are given, to people who were chosen elsewhere. */
export function useDefineFor(clientId: string): (whom: Whom) => void {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  return (whom) => {
    beginDraft(clientId, isLocale(i18n.language) ? i18n.language : 'tr', whom)
    void navigate(defineForPeople)
  }
}
