import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atItem, choose, countAcknowledged, keptUpTo, readyForOffline, saveLine, tap } from './phone.ts'
import { plannedAnswers } from './placement.ts'
import { follow } from './waiting.ts'

const total = plannedAnswers.length
const offlineFrom = 31
const offlineTo = 40
const leftBlank = 50

/** ŞÜKRÜ İĞNECİ opens his mail, takes the English test on a phone that loses its network, and submits it. */
export async function takePlacement(page: Page, link: string): Promise<string> {
  const acknowledged = countAcknowledged(page)
  await open(page, link)
  await answerFrom(page, 1, offlineFrom - 1)
  await saveLine(page, 'Saved')
  await readyForOffline(page)

  await page.context().setOffline(true)
  for (let number = offlineFrom; number <= offlineTo; number += 1) {
    await answerFrom(page, number, number)
    await saveLine(page, `Offline: kept on this device (${number - offlineFrom + 1})`)
  }
  await keptUpTo(page, plannedAnswers[offlineTo]?.itemId ?? '')
  await page.reload()
  await atItem(page, offlineTo + 1, total)
  await saveLine(page, 'Offline: kept on this device (10)')
  await tap(page, 'Back')
  await atItem(page, offlineTo, total)
  const last = plannedAnswers[offlineTo - 1]?.label ?? ''
  await page.getByRole('radio', { name: last, exact: true, checked: true }).waitFor()
  await tap(page, 'Next')
  await atItem(page, offlineTo + 1, total)
  await page.context().setOffline(false)
  await saveLine(page, 'Saved')

  await answerFrom(page, offlineTo + 1, leftBlank - 1)
  await tap(page, 'Next')
  await answerFrom(page, leftBlank + 1, total)
  const receipt = await review(page)
  // The server took each answer once: nothing was lost or sent again.
  await expect.poll(() => acknowledged.size).toBe(total)
  expect([...acknowledged].filter(([, times]) => times !== 1)).toEqual([])
  return receipt
}

async function open(page: Page, link: string): Promise<void> {
  await follow(page, link)
  await page.getByRole('heading', { name: 'Merhaba, ŞÜKRÜ İĞNECİ' }).waitFor()
  await tap(page, 'English')
  await page.getByRole('heading', { name: 'Hello, ŞÜKRÜ İĞNECİ' }).waitFor()
  await page.getByText('sent you 2 tests.').waitFor()
  await page.getByRole('link', { name: 'Terazi' }).tap()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'English placement test' }) })
    .getByRole('button', { name: 'Get ready' })
    .tap()
  await page.getByRole('heading', { name: 'Information about your personal data' }).waitFor()
  await tap(page, 'Continue')
  await page.getByRole('heading', { name: 'Before you start' }).waitFor()
  await tap(page, 'Start test')
}

async function answerFrom(page: Page, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number += 1) {
    await atItem(page, number, total)
    await choose(page, plannedAnswers[number - 1]?.label ?? '')
    await tap(page, 'Next')
  }
}

/** Finds the one blank question, answers it and submits. @returns the receipt */
async function review(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: '1 question is blank' }).waitFor()
  const blank = plannedAnswers[leftBlank - 1]
  await page.getByRole('button', { name: blank?.prompt ?? '' }).tap()
  await atItem(page, leftBlank, total)
  await choose(page, blank?.label ?? '')
  await saveLine(page, 'Saved')
  await tap(page, 'Review answers')
  await page.getByRole('heading', { level: 1, name: 'You’ve answered everything' }).waitFor()
  await tap(page, 'Submit answers')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit answers' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Thank you, ŞÜKRÜ İĞNECİ' }).waitFor()
  return page.getByText(/^TRZ-/).innerText()
}
