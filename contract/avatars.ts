import { z } from 'zod'
import { user } from './auth.ts'
import { id } from './fields.ts'
import { call } from './kit.ts'

const userId = z.object({ userId: id })

export const setAvatar = call({
  name: 'setAvatar',
  method: 'PUT',
  path: '/users/:userId/avatar/',
  tag: 'Account',
  summary:
    'Set an account’s picture; it is cut to a square and redrawn, so that nothing else in the file is kept',
  access: 'user',
  subject: 'user',
  params: userId,
  upload: { accepts: ['image/png', 'image/jpeg', 'image/webp'] },
  bodyLimit: 2 * 1024 * 1024,
  answer: { status: 200, json: user },
  errors: ['not_found'],
})

export const removeAvatar = call({
  name: 'removeAvatar',
  method: 'DELETE',
  path: '/users/:userId/avatar/',
  tag: 'Account',
  summary: 'Remove an account’s picture',
  access: 'user',
  subject: 'user',
  params: userId,
  answer: { status: 200, json: user },
  errors: ['not_found'],
})

/** Outside of the API: a browser asks for a picture without the session's header, so its address is the secret. */
export const avatarImage = call({
  name: 'avatarImage',
  method: 'GET',
  path: '/avatars/:avatarId/',
  root: true,
  tag: 'Account',
  summary: 'The picture itself, under an address that nobody can guess and that another picture never has',
  access: 'guest',
  params: z.object({ avatarId: z.string().regex(/^[\w-]{22}$/) }),
  answer: { status: 200, file: 'image/webp' },
  errors: ['not_found'],
})
