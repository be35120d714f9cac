import { expect } from 'vitest'
import { apart, drawn } from '../boxes.ts'
import type { Visit } from '../screens/visit.ts'
import { focused } from '../waiting.ts'
import type { Hands } from './hands.ts'
import { itemTypesInventory } from './inventory.ts'

/** The answers. The last question stays blank because its time runs out. */
export const expectedAnswers = {
  k1: 'a',
  k2: 'yes',
  k3: ['a', 'b'],
  k4: 'b',
  k5: 'dk',
  k6: 'a',
  k7: ['x', 'y', 'w'],
  k8: { s: 'x', t: 'z' },
  k9: { most: 'b', least: 'a' },
  k10: 1,
  k11: { city: 'Ankara', number: '5.8' },
  k12: { verb: 'go' },
}
const total = 13

/** Every item type, from practice to the receipt, with one way of input. Every screen is checked. */
export async function walkItemTypes(address: string, at: Visit, hands: Hands): Promise<void> {
  const { page, t, look, see } = at
  const words = itemTypesInventory().texts[look.locale]
  const wordsOf = (id: string) => words.items?.[id] ?? {}
  const option = (id: string, key: string) => wordsOf(id).options?.[key] ?? ''
  const button = (key: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: t(key, values), exact: true })
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  const part = (id: string, key: string) => {
    const name = { name: wordsOf(id).parts?.[key]?.label ?? '', exact: true }
    return page.getByRole('combobox', name).or(page.getByRole('textbox', name))
  }
  const next = () => hands.press(button('player:button.next'))
  const opened = async (n: number) => {
    await page.getByText(`${n} / ${total}`, { exact: true }).waitFor()
    await page
      .getByRole('group')
      .filter({ has: page.locator('#prompt:focus') })
      .waitFor()
  }
  const saved = () => page.getByRole('status').getByText(t('player:save.saved'), { exact: true }).waitFor()
  const stimulus = (title: string) => page.getByRole('region', { name: title })

  await page.goto(address)
  await hands.press(button('player:button.start'))
  await practise()
  await opened(1)
  const note = stimulus(words.stimuli?.note?.title ?? '')
  await expect.poll(() => note.getByRole('paragraph').count()).toBe(2)
  await hands.choose(radio(option('k1', 'a')))
  await saved()
  await see('kind-single')
  await next()

  await opened(2)
  const table = stimulus(words.stimuli?.shelf?.title ?? '').getByRole('table')
  await expect.poll(() => table.getByRole('columnheader').count()).toBe(3)
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(2)
  await hands.choose(radio(option('k2', 'yes')))
  await see('kind-true-false')
  await next()

  await opened(3)
  const start = stimulus(words.stimuli?.start?.title ?? '')
  await expect.poll(() => start.getByRole('listitem').count()).toBe(3)
  for (const key of ['a', 'b']) await hands.tick(page.getByRole('checkbox', { name: option('k3', key) }))
  await see('kind-multiple')
  await next()

  await opened(4)
  await enlarge()
  // A wide picture reaches under its letter, which must stay readable.
  const grounds = () =>
    page
      .locator('label:has(img) > span')
      .evaluateAll((letters) => letters.map((letter) => getComputedStyle(letter).backgroundColor))
  await expect
    .poll(async () => (await grounds()).filter((ground) => ground !== 'rgba(0, 0, 0, 0)').length)
    .toBe(4)
  await hands.choose(radio('B'))
  await see('kind-image-choice')
  await next()

  await opened(5)
  await hands.choose(radio(words.optionSets?.often?.['2'] ?? ''))
  await hands.choose(radio(words.optionSets?.often?.dk ?? ''))
  await see('kind-likert')
  await next()

  await opened(6)
  await hands.choose(radio(option('k6', 'a')))
  await see('kind-situational')
  await next()

  await opened(7)
  await order()
  await see('kind-ordering')
  await next()

  await opened(8)
  await hands.pick(part('k8', 's'), 1)
  await hands.pick(part('k8', 't'), 3)
  await see('kind-matching')
  await next()

  await opened(9)
  await hands.choose(radio(t('player-item:item.mostOf', { label: option('k9', 'b') })))
  // Arrow keys pass the statement chosen as “most”, which must stay chosen.
  await hands.choose(radio(t('player-item:item.leastOf', { label: option('k9', 'c') })))
  await expect
    .poll(() => radio(t('player-item:item.mostOf', { label: option('k9', 'b') })).isChecked())
    .toBe(true)
  await hands.choose(radio(t('player-item:item.leastOf', { label: option('k9', 'a') })))
  await see('kind-forced-choice')
  await next()

  await opened(10)
  const sign = words.stimuli?.sign
  await stimulus(sign?.title ?? '')
    .getByRole('img', { name: sign?.alt ?? '' })
    .waitFor()
  await hands.type(page.getByLabel(t('player-item:item.yourAnswer')), '1')
  await see('kind-numeric')
  await next()

  await timed()
  await runsOut()
  await hands.press(button('player:button.submit'))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: t('player:button.submit') }))
  await page.getByText(/^TRZ-/).waitFor()

  /** Practice shows what is right at once, and wrong answers can be retried. */
  async function practise() {
    await page.getByRole('heading', { name: wordsOf('try1').prompt ?? '' }).waitFor()
    await hands.choose(radio(option('try1', 'b')))
    await hands.press(button('player-item:practice.check'))
    await page
      .getByRole('status')
      .getByText(wordsOf('try1').feedback?.wrong ?? '', { exact: true })
      .waitFor()
    await see('practice-wrong')
    await hands.press(button('player-item:practice.again'))
    await hands.choose(radio(option('try1', 'a')))
    await hands.press(button('player-item:practice.check'))
    await page
      .getByRole('status')
      .getByText(wordsOf('try1').feedback?.right ?? '', { exact: true })
      .waitFor()
    await see('practice-right')
    await next()
  }

  /** Enlarges the figure and the options; Esc or the button returns to the same place. */
  async function enlarge() {
    const dialog = page.getByRole('dialog', { name: t('player-item:item.enlarged') })
    const large = button('player-item:item.enlarge')
    const figure = page.getByRole('img', { name: wordsOf('k4').alt ?? '' })
    await drawn(figure)
    const before = await figure.boundingBox()
    await apart(figure, large)
    await hands.press(large)
    const picture = dialog.getByRole('img', { name: wordsOf('k4').alt ?? '' })
    await picture.waitFor()
    await see('figure-large')
    await hands.press(dialog.getByRole('button', { name: t('player-item:item.larger') }))
    await dialog.getByRole('button', { name: t('player-item:item.smaller') }).waitFor()
    await expect
      .poll(async () => (await picture.boundingBox())?.width)
      .toBeGreaterThan(1.9 * (before?.width ?? 0))
    // The middle stays in the middle at twice the screen's size.
    await expect
      .poll(() =>
        dialog.evaluate((box) => Math.abs(box.scrollLeft - (box.scrollWidth - box.clientWidth) / 2)),
      )
      .toBeLessThan(2)
    await see('figure-larger')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focused(large)
    await hands.press(button('player-item:item.enlargeOptions'))
    await dialog.getByRole('img', { name: 'D', exact: true }).waitFor()
    await see('options-large')
    await hands.press(dialog.getByRole('button', { name: t('player:button.close') }))
    await dialog.waitFor({ state: 'detached' })
    await focused(button('player-item:item.enlargeOptions'))
  }

  /** Orders an item with its arrows: the first step moves down twice, and the new place is announced. */
  async function order() {
    const label = option('k7', 'w')
    for (const n of [2, 3]) {
      await hands.press(button('player-item:item.moveDown', { label }))
      await page
        .getByRole('status')
        .getByText(t('player-item:item.movedTo', { label, n }), { exact: true })
        .waitFor()
    }
    const first = page.getByRole('list').getByRole('listitem').first()
    await expect.poll(() => first.innerText()).toContain(option('k7', 'x'))
  }

  /** A section whose time starts with a tap, is shown, and that can't be reopened. */
  async function timed() {
    await page.getByRole('heading', { name: words.sections?.timed?.title ?? '' }).waitFor()
    await see('section-opening')
    await next()
    await opened(11)
    await page.getByRole('button', { name: /2:\d\d|3:00/ }).waitFor()
    await hands.type(part('k11', 'city'), 'Ankara')
    await hands.type(part('k11', 'number'), '5.8')
    await saved()
    await see('kind-gap')
    await next()
    await opened(12)
    await hands.pick(part('k12', 'verb'), 1)
    await see('kind-inline-choice')
    await next()
    await page.getByRole('dialog', { name: t('player-item:section.endTitle') }).waitFor()
    await see('section-end')
    await hands.press(button('player-item:section.end'))
  }

  async function runsOut() {
    await page.getByRole('heading', { name: words.sections?.short?.title ?? '' }).waitFor()
    await next()
    await page.getByRole('dialog', { name: t('player-item:section.overTitle') }).waitFor()
    await see('section-over')
    await hands.press(button('player-item:section.toReview').or(button('player-item:section.goOn')))
    // Closed questions aren't asked for any more, and the section says why.
    await page.getByRole('heading', { level: 1, name: t('player-review:nothingOpen') }).waitFor()
    const closed = page.getByRole('listitem').filter({ hasText: words.sections?.short?.title ?? '' })
    await closed.getByText(t('player-review:over'), { exact: true }).waitFor()
    await closed.getByText(t('player-review:closedBlank', { count: 1 }), { exact: true }).waitFor()
    await see('item-types-review')
  }
}
