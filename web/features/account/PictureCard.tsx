import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/auth.ts'
import { removeAvatar, setAvatar } from '#contract/avatars.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { AvatarField } from '../../ui/form/AvatarField.tsx'
import { Card, CardBody } from '../../ui/layout/Card.tsx'
import { useShowAccount } from './useAccount.ts'

/** A person's picture: saved as soon as it is chosen. */
export function PictureCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const show = useShowAccount()
  const params = { userId: user.id }
  const saving = useMutation({
    mutationFn: (square: Blob | null) =>
      square ? api(setAvatar, { params, body: square }) : api(removeAvatar, { params }),
    onSuccess: (changed) => {
      show(changed)
      toast.success(t('account:saved'))
    },
  })
  return (
    <Card>
      <CardBody>
        <AvatarField
          label={t('account:avatar.label')}
          name={user.name || user.userName}
          src={user.avatar}
          busy={saving.isPending}
          error={saving.error ? errorMessage(saving.error) : undefined}
          onChoose={(square) => saving.mutate(square)}
          onRemove={() => saving.mutate(null)}
        />
      </CardBody>
    </Card>
  )
}
