import { z } from 'zod'
import { email, id, line, listQuery, moment, page, personName, phone } from './fields.ts'
import { call } from './kit.ts'

export const clientId = z.object({ clientId: id })

export const clientStatus = z.enum(['pending', 'active', 'suspended'])

/** An organisation. `quota` is the number of assignments it may still create, over all inventories. */
export const client = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  managerName: z.string(),
  managerEmail: z.string(),
  managerPhone: z.string(),
  quota: z.number().int(),
  role: z.enum(['manager', 'admin', 'superuser']),
  status: clientStatus,
  timeZone: z.string(),
  createdAt: moment,
})
export type Client = z.infer<typeof client>

export const listClients = call({
  name: 'listClients',
  method: 'GET',
  path: '/clients/',
  tag: 'Clients',
  summary: 'The clients this person may work for; all of them for an admin',
  access: 'manager',
  query: listQuery(['name', 'createdAt']),
  answer: { status: 200, json: page(client) },
  errors: [],
})

export const createClient = call({
  name: 'createClient',
  method: 'POST',
  path: '/clients/',
  tag: 'Clients',
  summary: 'Open a client and invite its first manager',
  access: 'admin',
  body: z.strictObject({
    name: line(200, 2),
    email,
    phone,
    managerName: personName,
    managerEmail: email,
    managerPhone: phone,
  }),
  answer: { status: 201, json: client },
  errors: [],
})

export const getClient = call({
  name: 'getClient',
  method: 'GET',
  path: '/clients/:clientId/',
  tag: 'Clients',
  summary: 'One client',
  access: 'manager',
  params: clientId,
  answer: { status: 200, json: client },
  errors: ['not_found'],
})
