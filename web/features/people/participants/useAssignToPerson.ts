import { notNarrowed } from '../../memberships/selection.ts'
import { useAssignTo } from '../assign/useAssignTo.ts'
import type { PersonDetails } from './personDetails.ts'

/** Opens the page that assigns tests, for one person. */
export function useAssignToPerson(clientId: string, person: PersonDetails): () => void {
  const assignTo = useAssignTo(clientId)
  const { userId, membershipId, name, email, type } = person
  return () =>
    assignTo({
      kind: type === 'employee' ? 'employees' : 'candidates',
      search: '',
      ...notNarrowed,
      all: false,
      ticked: [{ userId, membershipId, name: name || email }],
    })
}
