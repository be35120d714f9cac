import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportDefinition, importDefinition } from '#contract/definitions.ts'
import { submitAttempt } from '#contract/participant.ts'
import { previewRescoring } from '#contract/rescoring.ts'
import { saveResponses } from '#contract/responses.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
let placement: Definition
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  placement = await definitionOf('ENGLISH')
})
afterAll(() => server.close())

const token = () => cast.admin.token
const definitionOf = async (code: string): Promise<Definition> => {
  const params = { code, version: code === 'SCL90' ? '5' : '3' }
  return JSON.parse((await request(server.url, exportDefinition, { token: token(), params })).text)
}
const stored = () =>
  server.database.db
    .selectFrom('results')
    .select(['attempt_id', 'scores', 'scored_at'])
    .orderBy('attempt_id')
    .execute()

/** Somebody who has handed in; `right` answers of the items are the right ones, the others blank. */
async function addDone({ code, right }: { code: string; right: number }): Promise<void> {
  const running = await addRunning(server, cast.anadolu, code)
  const { sections } = await definitionOf(code)
  const keys = sections.flatMap(({ items }) =>
    items.map((item) => [item.id, 'key' in item ? item.key : '1'] as const),
  )
  const responses = Object.fromEntries(keys.slice(0, right).map(([id, key]) => [id, String(key)]))
  const { token, assignmentId, started } = running
  await request(server.url, saveResponses, { token, body: { testId: started.testId, responses } })
  await request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} })
}

/** Previews the results by a draft of the next version, which replaces the draft before it. */
async function previewed(definition: Definition) {
  const { code } = definition
  const version = definition.code === 'SCL90' ? 6 : 4
  await server.database.db.deleteFrom('inventory_drafts').where('code', '=', code).execute()
  // The golden cases that ship say what comes out of the version that ships.
  const expected =
    definition.placement === undefined ? { checklist: { gsi: null } } : { placement: { total: 0 } }
  const goldenCases = [{ id: 'nothing', answers: {}, expected }]
  const body = { definition: { ...definition, version, goldenCases } }
  const made = await request(server.url, importDefinition, { token: token(), body })
  expect([made.status, made.json]).toEqual([201, expect.anything()])
  const params = { code, version: String(version) }
  const asked = await request(server.url, previewRescoring, { token: token(), params })
  expect(asked.status).toBe(200)
  return asked.answer
}
const [first] = [(definition: Definition) => definition.sections[0]]

test('nothing can be said of a first version, nor of one without results', async () => {
  const params = { code: 'ENGLISH', version: '3' }
  const asked = await request(server.url, previewRescoring, { token: token(), params })
  expect(asked.answer).toMatchObject({ from: null, reason: 'first', sampled: 0 })
  expect(await previewed({ ...placement, minutes: 99 })).toMatchObject({
    from: 3,
    results: 0,
    reason: 'none',
  })
})

test('counts how many of the newest results would change band or level, and changes none of them', async () => {
  for (const right of [31, 31, 40]) await addDone({ code: 'ENGLISH', right })
  const before = await stored()
  expect(await previewed({ ...placement, minutes: 99 })).toMatchObject({
    from: 3,
    results: 3,
    sampled: 3,
    reason: null,
    asksOtherwise: false,
    readOtherwise: 0,
    otherPoints: 0,
    places: [],
  })
  // Another cut: who reached A2 with 31 no longer does.
  const { placement: rule } = placement
  if (rule === undefined) throw new Error('ENGLISH has no placement')
  const levels = rule.levels.map((level) => (level.from === 31 ? { ...level, from: 33 } : level))
  expect(await previewed({ ...placement, placement: { ...rule, levels } })).toMatchObject({
    sampled: 3,
    readOtherwise: 2,
    otherPoints: 0,
    places: [{ kind: 'placement', key: '', name: null, count: 2 }],
  })
  // Another key: everybody answered the first question by the former one.
  const changed = structuredClone(placement)
  const item = first(changed)?.items[0]
  if (item?.type !== 'single' || !item.options) throw new Error('not as expected')
  item.key = item.options.find((option) => option !== item.key) ?? ''
  expect(await previewed(changed)).toMatchObject({ sampled: 3, otherPoints: 3, asksOtherwise: false })
  expect(await stored()).toEqual(before)
})

test('other words are said to be others; other questions cannot be compared, and it is said which', async () => {
  const reworded = structuredClone(placement)
  const id = first(reworded)?.items[0]?.id ?? ''
  const words = reworded.texts.en.items?.[id]
  if (words) words.prompt = `${words.prompt} `.replace(/ $/, '?')
  expect(await previewed(reworded)).toMatchObject({ reason: null, asksOtherwise: true, readOtherwise: 0 })

  const renamed = JSON.parse(JSON.stringify(placement).replaceAll(`"${id}"`, '"new1"'))
  expect(await previewed(renamed)).toMatchObject({
    reason: 'items',
    sampled: 0,
    items: {
      added: { count: 1, first: ['new1'] },
      removed: { count: 1, first: [id] },
      changed: { count: 0 },
    },
  })
})

test('too few results of a sensitive inventory are not reported', async () => {
  const sensitive = { ...(await definitionOf('SCL90')), minutes: 99 }
  for (let done = 0; done < 4; done += 1) await addDone({ code: 'SCL90', right: 90 })
  expect(await previewed(sensitive)).toMatchObject({ results: 4, sampled: 0, reason: 'few' })
  await addDone({ code: 'SCL90', right: 90 })
  expect(await previewed(sensitive)).toMatchObject({ results: 5, sampled: 5, reason: null, readOtherwise: 0 })
})
