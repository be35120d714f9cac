import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { Definition } from '#scoring/definition/definition.ts'
import { buildForm } from '#scoring/form/form.ts'
import { readShipped, shippedRecordings } from './read.ts'
import { wantedRecordings } from './wanted-recordings.ts'

/** What one version's recordings may have in all, in bytes: they are in the repository and in every database. */
const most = 3_000_000

describe.each(await wantedRecordings())('$version in $locale', async ({ version, locale, texts }) => {
  const recordings = (await shippedRecordings(version)).filter((one) => one.locale === locale)

  test('has a recording of every wanted text and of no other, of 3 MB at most', () => {
    expect(new Set(recordings.map(({ key }) => key))).toEqual(new Set(texts.keys()))
    expect(recordings.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(most)
  })

  test('has a computer’s voice that says what the texts are today: npm run audio', async () => {
    const file = new URL(`${version}/audio/${locale}/computer/texts.json`, import.meta.url)
    const said: unknown = JSON.parse(await readFile(file, 'utf8'))
    expect(said).toEqual(Object.fromEntries(texts))
  })
})

test('MYT is heard in Turkish: every instruction, practice and attitude item, and nothing that measures speed', async () => {
  const definition = Definition.parse(await readShipped('MYT/6'))
  for (const id of definition.preTest) expect(definition.audio?.tr).toHaveProperty([`preTest.${id}`])
  const { sections } = buildForm(definition, 'tr', 'seed')
  for (const { id, image, audio, practice = [], items } of sections) {
    expect([id, image?.slice(0, 11), audio?.length]).toEqual([id, 'data:image/', 1])
    for (const item of practice) expect([item.id, item.audio, item.feedbackAudio]).not.toContain(undefined)
    const heard = items.filter((item) => item.audio).length
    expect([id, heard]).toEqual([id, id.startsWith('tutum') ? items.length : 0])
  }
  const said = sections.flatMap(({ items }) => items.flatMap(({ audio }) => audio ?? []))
  expect(said.every(({ computerVoice }) => computerVoice)).toBe(true)
  expect(JSON.stringify(buildForm(definition, 'en', 'seed'))).not.toContain('"audio"')
})
