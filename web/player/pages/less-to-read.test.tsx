// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { t } from '../words.ts'
import { BeforePage } from './BeforePage.tsx'
import { NoticePage } from './NoticePage.tsx'
import { WelcomePage } from './WelcomePage.tsx'

const locales = ['tr', 'en'] as const

const spoken = vi.hoisted((): { locale: 'tr' | 'en' } => ({ locale: 'tr' }))
// The player fetches its words from its own server; here they are read from the files.
vi.mock('../words.ts', async () => {
  const { createInstance } = await import('i18next')
  const words = (lng: string) => JSON.parse(readFileSync(`locales/${lng}/player.json`, 'utf8'))
  const all = createInstance()
  await all.init({
    resources: { tr: { player: words('tr') }, en: { player: words('en') } },
    interpolation: { escapeValue: false },
  })
  return {
    t: (key: string, variables?: Record<string, string | number>) =>
      all.t(key, { ...variables, lng: spoken.locale }),
    useLocale: () => spoken.locale,
    setLocale: async () => undefined,
  }
})

afterEach(cleanup)

const read = (file: string): unknown => JSON.parse(readFileSync(`content/${file}.json`, 'utf8'))

// `content/read.ts` reads by addresses of files, which this environment has none of.
const shipped = readdirSync('content', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('definition.json'))
  .map((path) => path.replace(/.definition\.json$/, ''))

const definitionOf = (folder: string): Definition =>
  Definition.parse({
    ...Object(read(`${folder}/definition`)),
    texts: { tr: read(`${folder}/tr`), en: read(`${folder}/en`) },
  })

function assigned(definition: Definition, locale: 'tr' | 'en'): OwnAssignment {
  const { notices, ...before } = beforeTest(definition, locale)
  const { name, description } = definition.texts[locale]
  return {
    id: 'a',
    client: { name: 'Anadolu Gıda', phone: '' },
    description: '',
    status: 'pending',
    locale,
    inventory: { code: definition.code, name, description },
    minutes: definition.minutes,
    itemCount: definition.sections.reduce((sum, { items }) => sum + items.length, 0),
    createdAt: '2026-11-20T10:00:00Z',
    dueDate: '2026-11-27',
    testDay: null,
    opening: null,
    timeZone: 'Europe/Istanbul',
    startedAt: null,
    completedAt: null,
    deadline: null,
    answered: 0,
    receipt: null,
    accommodations: noAccommodations,
    reportVisible: false,
    personName: 'Gülşah Öztürk',
    serverTime: '2026-11-20T10:00:00Z',
    notices: notices.map((notice) => ({ ...notice, acceptedAt: null })),
    ...before,
    timed: definition.timeLimitSeconds !== undefined,
  }
}

/** All words to read: headings, facts, buttons; not the mark and the languages in the header, which need no reading. */
function wordsShown(): number {
  for (const unseen of document.querySelectorAll('header, [aria-hidden="true"], .sr')) unseen.remove()
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  return texts
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length
}

const no = () => undefined
const nothing = async () => undefined

describe.each(shipped)('from the link of %s to its first item', (folder) => {
  it.each(locales)('there are at most 150 words and four taps, %s', (locale) => {
    spoken.locale = locale
    const assignment = assigned(definitionOf(folder), locale)
    const words: Record<string, number> = {}
    const at = (page: string) => {
      words[page] = wordsShown()
      cleanup()
    }
    render(
      <WelcomePage name={assignment.personName} list={[assignment]} serverTime={assignment.serverTime} />,
    )
    at('welcome')
    const toRead = assignment.notices.filter(({ kind }) => kind === 'information')
    for (const notice of toRead) {
      render(
        <NoticePage
          notice={notice}
          assignment={assignment}
          step={1}
          steps={2}
          onAgree={no}
          onDecline={no}
          onRefuse={nothing}
        />,
      )
      at(notice.id)
    }
    render(<BeforePage assignment={assignment} onStart={nothing} />)
    expect(document.querySelectorAll('li').length).toBeLessThanOrEqual(4)
    at('before')
    const total = Object.values(words).reduce((sum, each) => sum + each, 0)
    expect(total, JSON.stringify(words)).toBeLessThanOrEqual(150)
    // One for each page, and one more that passes by practice.
    expect(Object.keys(words).length + (assignment.hasPractice ? 1 : 0)).toBeLessThanOrEqual(4)
  })

  it.each(locales)('the summary has about 40 words and leads to the whole notice, %s', (locale) => {
    spoken.locale = locale
    const assignment = assigned(definitionOf(folder), locale)
    const [notice] = assignment.notices
    if (notice === undefined) throw new Error('there is no notice')
    const summary = t('player:notice.summary', { client: assignment.client.name })
    expect(summary.split(/\s+/).length).toBeLessThanOrEqual(42)
    render(
      <NoticePage
        notice={notice}
        assignment={assignment}
        step={1}
        steps={2}
        onAgree={no}
        onDecline={no}
        onRefuse={nothing}
      />,
    )
    const last = notice.text.split('\n').at(-1) ?? ''
    expect(document.body.textContent).toContain(summary)
    expect(document.body.textContent).not.toContain(last)
    fireEvent.click(screen.getByRole('button', { name: t('player:notice.whole') }))
    expect(document.body.textContent).toContain(last)
  })
})
