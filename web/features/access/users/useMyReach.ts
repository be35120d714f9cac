import { managesAdmins, rolesWithinReach } from '#contract/access.ts'
import { useAuth } from '../../../app/auth.ts'

/** The signed-in operator's rights on accounts; the server decides, this only draws what it would allow. */
export function useMyReach() {
  const { id, authority } = useAuth((state) => state.user)
  return {
    myId: id,
    managesAdmins: managesAdmins({ authority }),
    rolesInReach: rolesWithinReach({ authority }),
  }
}
