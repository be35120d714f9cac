import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { erasePerson } from '#contract/erasure.ts'
import {
  changeJobProfile,
  createJobProfile,
  getJobFit,
  listJobProfiles,
  listJobScales,
} from '#contract/job-profiles.ts'
import type { BodyIn } from '#contract/kit.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addClient } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
let clientId: string
const people: Running[] = []
/** Total points of ENGLISH, set in the table that lists read: their mean is 50, the standard deviation 7.9. */
const totals = [40, 45, 50, 55, 60]

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  clientId = await addClient(server.database.db)
  for (const total of totals) people.push(await taken(total))
})
afterAll(() => server.close())

async function taken(total: number, code = 'ENGLISH'): Promise<Running> {
  const running = await addRunning(server, clientId, code)
  await submit(server, running)
  await sql`UPDATE result_scores SET value = ${total} WHERE assignment_id = ${running.assignmentId} AND key = 'total'`.execute(
    server.database.db,
  )
  return running
}

const ids = (all = people) => all.map(({ assignmentId }) => assignmentId)
const as = () => ({ token: cast.admin.token, params: { clientId } })
type New = BodyIn<typeof createJobProfile>
const make = (body: Partial<New> & Pick<New, 'name'>) =>
  request(server.url, createJobProfile, { ...as(), body: { inventory: 'ENGLISH', ...body } as New })
const scalesOf = (assignments?: readonly string[], inventory = 'ENGLISH') =>
  request(server.url, listJobScales, {
    ...as(),
    query: { inventory, ...(assignments && { assignments: assignments.join(',') }) },
  })
const total = (from: number | null, to: number | null) => ({ key: 'total', from, to })
const fieldsOf = ({ json }: { json: unknown }) => Object.keys(Object(json).message)
const change = (jobProfileId: string, body: BodyIn<typeof changeJobProfile>) =>
  request(server.url, changeJobProfile, {
    token: cast.admin.token,
    params: { clientId, jobProfileId },
    body,
  })

describe('a profile', () => {
  test('is made from typed ranges, changed, archived and restored, each time on record', async () => {
    const { status, answer } = await make({ name: 'Depo', ranges: [total(45, null)] })
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      name: 'Depo',
      inventory: { code: 'ENGLISH' },
      ranges: [{ key: 'total', name: 'Toplam puan', from: 45, to: null }],
      people: null,
      archivedAt: null,
    })
    const { id } = answer
    const changed = (await change(id, { ranges: [total(40, 60)] })).answer
    expect(changed).toMatchObject({ name: 'Depo', ranges: [{ from: 40, to: 60 }] })
    expect((await make({ name: 'DEPO', ranges: [total(1, 2)] })).status).toBe(400)
    expect((await change(id, { archived: true })).answer.archivedAt).not.toBeNull()
    expect((await change(id, { archived: true })).status).toBe(200)
    const other = await make({ name: 'depo', ranges: [total(1, 2)] })
    expect(other.status).toBe(201)
    expect(fieldsOf(await change(id, { archived: false }))).toEqual(['name'])
    expect((await change(id, { archived: false, name: 'Depo 2' })).answer.archivedAt).toBeNull()
    const names = async (query = {}) =>
      (
        await request(server.url, listJobProfiles, { ...as(), query: { ordering: 'name', ...query } })
      ).answer.results.map(({ name }) => name)
    expect(await names()).toEqual(['depo', 'Depo 2'])
    expect(await names({ search: 'DEPO 2' })).toEqual(['Depo 2'])
    expect(await names({ inventory: 'MYT' })).toEqual([])
    expect(await names({ archived: 'true' })).toEqual([])
    const log = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('client_id', '=', clientId)
      .where('action', 'in', [
        'job_profile_created',
        'job_profile_changed',
        'job_profile_archived',
        'job_profile_restored',
      ])
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'job_profile_created',
      'job_profile_changed',
      'job_profile_archived',
      'job_profile_created',
      'job_profile_changed',
      'job_profile_restored',
    ])
    expect(log[1]?.details).toMatchObject({ note: 'Depo', code: 'ENGLISH', fields: ['ranges'] })
  })

  test('takes no range that lies off its scale, ends before it begins, or comes twice', async () => {
    const wrong = async (...ranges: New['ranges'] & object) => fieldsOf(await make({ name: 'X1', ranges }))
    expect(await wrong(total(null, null))).toEqual(['ranges.0.from'])
    expect(await wrong(total(50, 40))).toEqual(['ranges.0.to'])
    expect(await wrong(total(40, 76))).toEqual(['ranges.0.to'])
    expect(await wrong(total(40.5, 60))).toEqual(['ranges.0.from'])
    expect(await wrong(total(40, 60), total(1, 2))).toEqual(['ranges'])
    expect(await wrong({ key: 'nothing', from: 1, to: 2 })).toEqual(['ranges.0.key'])
    expect(fieldsOf(await make({ name: 'X1' }))).toEqual(['ranges'])
  })

  test('is taken from the results of five people at least, and stores nothing of them but their number', async () => {
    const { answer } = await scalesOf(ids())
    expect(answer.people).toBe(5)
    const suggested = answer.scales.find(({ key }) => key === 'total')?.suggested
    expect(suggested).toEqual({ from: 42, to: 58 })
    const made = (await make({ name: 'Ofis', assignmentIds: ids() })).answer
    expect(made).toMatchObject({ people: 5 })
    expect(made.ranges.find(({ key }) => key === 'total')).toMatchObject({ from: 42, to: 58 })
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(p)::text AS row FROM job_profiles p WHERE id = ${made.id}`.execute(server.database.db)
    for (const { assignmentId, membershipId, userId } of people)
      for (const id of [assignmentId, membershipId, userId]) expect(rows[0]?.row).not.toContain(id)
    expect(fieldsOf(await scalesOf(ids(people.slice(1))))).toEqual(['assignments'])
    // One person counts once, a running test does not, and another client's is not found.
    expect(fieldsOf(await scalesOf([...ids(people.slice(1)), ...ids(people.slice(1))]))).toEqual([
      'assignments',
    ])
    const running = await addRunning(server, clientId, 'ENGLISH')
    expect(fieldsOf(await scalesOf([...ids(people.slice(1)), running.assignmentId]))).toEqual(['assignments'])
    const theirs = await addRunning(server, cast.ege, 'ENGLISH')
    expect((await scalesOf([...ids(), theirs.assignmentId])).code).toBe('not_found')
  })

  test('is of no sensitive test', async () => {
    expect((await scalesOf()).answer.tests.map(({ code }) => code)).not.toContain('SCL90')
    expect(fieldsOf(await scalesOf(undefined, 'SCL90'))).toEqual(['inventory'])
    expect(fieldsOf(await make({ name: 'X1', inventory: 'SCL90', ranges: [total(1, 2)] }))).toEqual([
      'inventory',
    ])
  })
})

describe('the fit', () => {
  test('is shown in the list, which stays in its order with everybody in it', async () => {
    const { id: profile } = (await make({ name: 'Liste', ranges: [total(54, 75)] })).answer
    const list = async (query: object) =>
      (
        await request(server.url, listAssignments, {
          ...as(),
          query: { inventory: 'ENGLISH', status: 'completed', scores: '1', ...query },
        })
      ).answer
    const plain = await list({})
    const fitted = await list({ profile })
    expect(fitted.results.map(({ fit: _, ...row }) => row)).toEqual(plain.results)
    // The error of the total is 3.6 points, so five points below may as well be within.
    const fits = new Map(fitted.results.map(({ id, fit }) => [id, fit?.fit]))
    expect(ids().map((id) => fits.get(id))).toEqual(['outside', 'outside', 'near', 'within', 'within'])
    const refused = await request(server.url, listAssignments, {
      ...as(),
      query: { inventory: 'MYT', profile },
    })
    expect(fieldsOf(refused)).toEqual(['profile'])
  })

  test('of one result says each scale with its error, until the result is erased', async () => {
    const { id: profile } = (
      await make({ name: 'Kişi', ranges: [total(54, null), { key: 'a1', from: 1, to: null }] })
    ).answer
    const person = await taken(50)
    const fitNow = () =>
      request(server.url, getJobFit, {
        token: cast.admin.token,
        params: { assignmentId: person.assignmentId, jobProfileId: profile },
      })
    expect((await fitNow()).answer).toMatchObject({
      profile: { id: profile, name: 'Kişi' },
      overall: { fit: expect.any(String) },
      scales: [
        { key: 'total', from: 54, to: null, score: { value: 50, se: 3.6 }, fit: 'near' },
        { key: 'a1' },
      ],
      otherVersion: false,
    })
    const { name } = await server.database.db
      .selectFrom('memberships')
      .select('name')
      .where('id', '=', person.membershipId)
      .executeTakeFirstOrThrow()
    await request(server.url, erasePerson, {
      token: cast.admin.token,
      params: { clientId, membershipId: person.membershipId },
      body: { confirm: name },
    })
    expect((await fitNow()).code).toBe('report_erased')
  })

  test('of another client’s profile is no different from that of one that is not there', async () => {
    const { id } = (await make({ name: 'Başka', ranges: [total(1, 2)] })).answer
    const of = (profile: string, token: string) =>
      request(server.url, listJobProfiles, { token, params: { clientId }, query: { search: profile } })
    expect((await of('Başka', cast.otherManager.token)).code).toBe('not_found')
    const theirs = await addRunning(server, cast.anadolu, 'ENGLISH')
    await submit(server, theirs)
    const fit = await request(server.url, getJobFit, {
      token: cast.manager.token,
      params: { assignmentId: theirs.assignmentId, jobProfileId: id },
    })
    expect(fit.code).toBe('not_found')
  })
})
