// A program as somebody else would write it: types made from the OpenAPI document, and calls by key.
import createClient from 'openapi-fetch'
import type { paths } from './made/schema.d.ts'

const { TERAZI_URL: baseUrl = '', TERAZI_KEY: key = '', TERAZI_CLIENT: clientId = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
const path = { clientId }

const quotas = await api.GET('/api/clients/{clientId}/quotas/', { params: { path } })
const test = quotas.data?.find((quota) => quota.enabled && quota.inventory.code === 'ENGLISH')
if (test === undefined) throw new Error(JSON.stringify(quotas.error))

const invited = await api.POST('/api/clients/{clientId}/invite_emails/', {
  params: { path, header: { 'Idempotency-Key': 'application-4711' } },
  body: { emails: [{ email: 'ada@example.test', name: 'Ada Deniz' }], inventoryIds: [test.inventory.id] },
})
const answer = invited.data
if (answer === undefined || !('created' in answer)) throw new Error(JSON.stringify(invited.error))
const user = answer.created[0]?.userId ?? ''

const followed = await api.GET('/api/clients/{clientId}/assignments/', { params: { path, query: { user } } })
const completed = await api.GET('/api/clients/{clientId}/assignments/', {
  params: { path, query: { status: 'completed' } },
})
const assignmentId = completed.data?.results[0]?.id ?? ''
const report = await api.GET('/api/assignments/{assignmentId}/report/', {
  params: { path: { assignmentId } },
})
console.log(
  JSON.stringify({
    followed: followed.data?.results.map(({ status, user: { name } }) => ({ status, name })),
    report: report.data?.inventory.code,
  }),
)
