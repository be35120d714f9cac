import { z } from 'zod'
import { call } from './kit.ts'

/**
 * Settings of the whole installation. `managers`: managers, admins and superusers have to sign in with a second step.
 */
export const platformSettings = z.strictObject({ requireSecondFactor: z.enum(['none', 'managers']) })
export type PlatformSettings = z.infer<typeof platformSettings>

export const getSettings = call({
  name: 'getSettings',
  method: 'GET',
  path: '/settings/',
  tag: 'Settings',
  summary: 'The settings of this installation',
  access: 'superuser',
  answer: { status: 200, json: platformSettings },
  errors: [],
})

export const updateSettings = call({
  name: 'updateSettings',
  method: 'PUT',
  path: '/settings/',
  tag: 'Settings',
  summary:
    'Change the settings; requiring the second step ends the sessions of those who have none, and needs the caller to have one',
  access: 'superuser',
  body: platformSettings,
  answer: { status: 200, json: platformSettings },
  errors: ['second_factor_missing'],
})
