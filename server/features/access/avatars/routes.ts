import { avatarImage, removeAvatar, setAvatar } from '#contract/avatars.ts'
import { onUser } from '#server/features/access/users/access.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { clearAvatar, imageOf, replaceAvatar } from './avatars.ts'

export const avatarRoutes: readonly Route[] = [
  onUser.run(setAvatar, replaceAvatar),
  onUser.write(removeAvatar, clearAvatar),
  onPlatform.read(avatarImage, imageOf),
]
