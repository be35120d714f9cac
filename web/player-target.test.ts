import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import { readChunks } from './startChunks.ts'

// The oldest browsers that the player must run in. There is none of them to try it in: this reads the built files.
const target = ['chrome90', 'safari15']

const dist = join(import.meta.dirname, '../dist/web')
if (!existsSync(join(dist, 'player-sw.js'))) throw new Error('There is no build: run npm run build first')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

/** Every script of the player, its service worker and what that brings. Tests are looked at beforehand by operators alone. */
const worker = read('player-sw.js')
const files = [
  ...readChunks('player').flatMap(({ file, source }) => (source?.endsWith('PreviewPage.tsx') ? [] : file)),
  ...[...worker.matchAll(/"\/?([\w/.-]+\.js)"/g)].map((match) => match[1] ?? ''),
  'player-sw.js',
].filter((file) => existsSync(join(dist, file)))
const scripts = [...new Set(files)]
/** They come within the page. */
const styles = /<style>(.*)<\/style>/s.exec(read('player/index.tr.html'))?.[1] ?? ''

/** Newer than Chrome 90 or Safari 15.0. With a reason where the built code has it all the same. */
const interfaces: Record<string, { pattern: RegExp; reason?: string }> = {
  'Array.prototype.at': { pattern: /\.at\(/, reason: 'oldBrowsers.ts' },
  'Array.prototype.findLast': { pattern: /\.findLast(?:Index)?\(/, reason: 'oldBrowsers.ts' },
  'Object.hasOwn': { pattern: /Object\.hasOwn\b/, reason: 'oldBrowsers.ts' },
  'AbortSignal.timeout': { pattern: /AbortSignal\.timeout\b/, reason: 'oldBrowsers.ts' },
  'dialogs (Safari 15.4)': { pattern: /\.showModal\(/, reason: 'oldBrowsers.ts' },
  'BroadcastChannel (Safari 15.4)': {
    pattern: /new BroadcastChannel\b/,
    reason: 'used only where it exists',
  },
  'Web Locks (Safari 15.4)': { pattern: /navigator\.locks\b/, reason: 'used only where they exist' },
  'full screen (Safari 16.4)': { pattern: /\.requestFullscreen\(/, reason: 'used only where it exists' },
  'wake lock (Safari 16.4)': { pattern: /\.wakeLock\.request\(/, reason: 'used only where it exists' },
  BarcodeDetector: { pattern: /\bBarcodeDetector\b/, reason: 'the scanner is offered only where it exists' },
  'navigator.storage.estimate (Safari 17)': {
    pattern: /storage\.estimate\(/,
    reason: 'a check that fails says nothing',
  },
  getBattery: { pattern: /\.getBattery\b/, reason: 'used only where it exists' },
  'streams that compress': { pattern: /\b(?:De)?[cC]ompressionStream\b/ },
  requestSubmit: { pattern: /\.requestSubmit\(/ },
  'Array.prototype.toSorted and the like': { pattern: /\.to(?:Sorted|Reversed|Spliced)\(/ },
  'Array.fromAsync': { pattern: /Array\.fromAsync\b/ },
  'Object.groupBy': { pattern: /(?:Object|Map)\.groupBy\b/ },
  'Promise.withResolvers, Promise.try': { pattern: /Promise\.(?:withResolvers|try)\b/ },
  structuredClone: { pattern: /\bstructuredClone\(/ },
  'crypto.randomUUID': { pattern: /\.randomUUID\b/ },
  'AbortSignal.any': { pattern: /AbortSignal\.any\b/ },
  'String.prototype.isWellFormed': { pattern: /\.(?:is|to)WellFormed\(/ },
  'helpers of sets': { pattern: /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/ },
  'helpers of iterators': {
    pattern: /Iterator\.from\b|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|toArray)\(/,
  },
  URLPattern: { pattern: /\bURLPattern\b/ },
  popovers: { pattern: /\.(?:show|hide|toggle)Popover\(/ },
  inert: { pattern: /\.inert\b/ },
  checkVisibility: { pattern: /\.checkVisibility\(/ },
  'scheduler.yield': { pattern: /scheduler\.(?:yield|postTask)\b/ },
  'Intl.DurationFormat': { pattern: /Intl\.DurationFormat\b/ },
  'URL.canParse': { pattern: /URL\.(?:canParse|parse)\b/ },
}

const features: Record<string, { pattern: RegExp; reason?: string }> = {
  ':has()': { pattern: /:has\(/ },
  ':dir()': { pattern: /:dir\(/ },
  '@layer': { pattern: /@layer\b/ },
  '@container': { pattern: /@container\b/ },
  '@scope and @starting-style': { pattern: /@(?:scope|starting-style)\b/ },
  nesting: { pattern: /[{;]\s*&/ },
  'color-mix()': { pattern: /color-mix\(/, reason: 'in tokens that player.css replaces' },
  'light-dark() and wide colours': { pattern: /light-dark\(|oklch\(|oklab\(|\bcolor\(/ },
  'dvh (Chrome 108)': { pattern: /\d(?:dv[hw]|[sl]v[hw])\b/, reason: 'in the supports rule of player.css' },
  'single transforms': { pattern: /[{;](?:rotate|scale|translate):/ },
  'ranges in media queries': { pattern: /@media[^{]*[<>]/ },
  subgrid: { pattern: /subgrid/ },
  'popovers and modals': { pattern: /:popover-open|:modal/ },
}

const used = (text: string, table: typeof interfaces) =>
  Object.entries(table)
    .filter(([, { pattern }]) => pattern.test(text))
    .map(([name]) => name)
const excused = (table: typeof interfaces) =>
  Object.entries(table)
    .filter(([, { reason }]) => reason !== undefined)
    .map(([name]) => name)

describe('the built player in Chrome 90 and Safari 15', () => {
  it('is found whole', () => {
    const parts = ['Register', 'TabletApp', 'RescueSheet', 'PageScreen', 'test']
    expect(parts.filter((part) => !scripts.some((file) => file.includes(`/${part}`)))).toEqual([])
    expect(styles.length).toBeGreaterThan(10_000)
  })

  // Those browsers cannot read syntax that a compiler for them would rewrite.
  it.each(scripts)('%s has no syntax that they lack', async (file) => {
    const compiled = async (to: string | string[]) =>
      (await transformWithOxc(read(file), file, { target: to })).code
    expect(await compiled(target)).toBe(await compiled('esnext'))
    expect(/\(\?<[=!]/.test(read(file)), 'lookbehind').toBe(false)
  })

  it('uses no interface that they lack, unless there is something in its place', () => {
    expect(used(scripts.map(read).join('\n'), interfaces)).toEqual(excused(interfaces))
  })

  it('uses no feature of style sheets that they lack, unless there is something in its place', () => {
    expect(used(styles, features)).toEqual(excused(features))
  })
})
