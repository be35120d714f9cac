import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type User, usersMe } from '#contract/auth.ts'
import type { BodyIn } from '#contract/kit.ts'
import { updateUser } from '#contract/users.ts'
import { api } from '../../../app/api.ts'
import { storeUser, useAuth } from '../../../app/auth.ts'
import { useSequence } from '../../../app/useAction.ts'

export type Change = BodyIn<typeof updateUser>

const keyOf = (id: string) => ['account', id]

/** The signed-in person, fresh from the server: roles and address may have changed since the session was stored. */
export function useAccount() {
  const id = useAuth((state) => state.user.id)
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      const user = await api(usersMe, { signal })
      storeUser(user)
      return user
    },
  })
}

/** Puts a changed person wherever they are shown. */
export function useShowAccount() {
  const queries = useQueryClient()
  return (user: User) => {
    storeUser(user)
    queries.setQueryData(keyOf(user.id), user)
  }
}

/** Saves changes to one's own account and says how it went; what the server refuses is the caller's to show. */
export function useSaveAccount() {
  const { t } = useTranslation()
  const show = useShowAccount()
  const id = useAuth((state) => state.user.id)
  return useSequence(
    updateUser,
    async (body: Change) => show(await api(updateUser, { params: { userId: id }, body })),
    { done: t('account:saved'), failed: t('account:failedToSave'), inline: true },
  )
}
