import { worksForClients } from '#contract/access.ts'
import { useAuth } from '../../auth.ts'

/** True if this person has people and clients to look for. */
export const useSearches = () => useAuth((state) => worksForClients(state.user))
