import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isLocale } from '../../../app/localeSettings.ts'
import { assignToPeople } from '../../../app/paths.ts'
import type { PeopleSelection } from '../../memberships/selection.ts'
import { beginDraft } from './draft.ts'

/** Opens the page that assigns tests, for people who were chosen elsewhere. */
export function useAssignTo(clientId: string): (people: PeopleSelection) => void {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  return (people) => {
    beginDraft(clientId, isLocale(i18n.language) ? i18n.language : 'tr', people)
    void navigate(assignToPeople)
  }
}
