import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** The pictures of the README: the picture of a look → the part of its screen, and the file. */
const pictures: Readonly<Record<string, { part: string; file: string; style?: string }>> = {
  'player-first-phone-en-light': { part: 'body', file: 'question.webp' },
  'competencies-laptop-en-light': {
    part: '.sample',
    file: 'report.webp',
    // It stays at the top of the page and would cover the report.
    style: 'header { visibility: hidden }',
  },
}

/** Stores a part of the screen in docs/images when the README shows it. */
export async function keepForReadme(page: Page, picture: string): Promise<void> {
  const shown = pictures[picture]
  if (shown === undefined) return
  const { part, file, style = '' } = shown
  const png = await page.locator(part).screenshot({ animations: 'disabled', style })
  const webp = await sharp(png)
    .resize({ width: 1000, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  const folder = join(import.meta.dirname, '../../../docs/images')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), webp)
}
