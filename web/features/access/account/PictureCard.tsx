import { useTranslation } from 'react-i18next'
import type { User } from '#contract/auth.ts'
import { removeAvatar, setAvatar } from '#contract/avatars.ts'
import { updateUser } from '#contract/users.ts'
import { api } from '../../../app/api.ts'
import { useSequence } from '../../../app/useAction.ts'
import { AvatarField } from '../../../ui/form/AvatarField.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { useShowAccount } from './useAccount.ts'

/** A person's picture: saved as soon as it is chosen. */
export function PictureCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const show = useShowAccount()
  const params = { userId: user.id }
  const saving = useSequence(
    updateUser,
    async (square: Blob | null) =>
      show(await (square ? api(setAvatar, { params, body: square }) : api(removeAvatar, { params }))),
    { done: t('account:saved'), inline: true },
  )
  return (
    <Card>
      <CardBody>
        <AvatarField
          label={t('account:avatar.label')}
          name={user.name || user.userName}
          src={user.avatar}
          busy={saving.isPending}
          error={saving.problem?.text}
          onChoose={(square) => saving.mutate(square)}
          onRemove={() => saving.mutate(null)}
        />
      </CardBody>
    </Card>
  )
}
