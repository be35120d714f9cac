import type { User } from '#contract/auth.ts'
import type { Client } from '#contract/clients.ts'

/** A client as the API shows it to its manager, for screens that are tested without the whole server. */
export const exampleClient: Client = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Ornek',
  email: '',
  phone: '',
  managerName: '',
  managerEmail: '',
  managerEmailVerified: true,
  managerPhone: '',
  quota: 0,
  people: { managers: 1, candidates: 0, employees: 0 },
  role: 'manager',
  access: 'full',
  groups: null,
  status: 'active',
  timeZone: 'Europe/Istanbul',
  reminderDays: [],
  defaultDueDays: 14,
  reportsShowAdjustedTime: false,
  supportContact: '',
  managersInvite: true,
  createdAt: '2026-01-01T00:00:00Z',
}

/** Its manager, as a sign-in answers. */
export const exampleUser: User = {
  id: '01890000-0000-7000-8000-000000000002',
  userName: 'ayse',
  name: 'Ayşe Demir',
  email: 'ayse@example.test',
  phone: '',
  avatar: '',
  authority: ['manager'],
  company: 'Ornek',
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00Z',
  hasPassword: true,
  invitation: false,
  singleSignOn: false,
}
