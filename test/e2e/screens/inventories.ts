import { loadFixture, readFixture } from '#test/fixtures/definitions/load.ts'
import { shippedNumber } from '#test/support/shipped.ts'
import type { Visit } from './visit.ts'

/** A file to upload. */
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

/** The next version of a test, with a changed text, limit, question and picture. */
function nextOf(): object {
  const definition = loadFixture('everything')
  const [first, ...sections] = definition.sections
  const [item, ...items] = first?.items ?? []
  const path = Object.keys(definition.figures ?? {})[0] ?? ''
  const prompt = item && definition.texts.tr.items?.[item.id]?.prompt
  return {
    ...definition,
    version: definition.version + 1,
    minutes: definition.minutes + 5,
    sections: [{ ...first, timeLimitSeconds: 600, items: [item, ...items] }, ...sections],
    texts: {
      ...definition.texts,
      tr: {
        ...definition.texts.tr,
        items: {
          ...definition.texts.tr.items,
          ...(item && {
            [item.id]: { ...definition.texts.tr.items?.[item.id], prompt: `${prompt} Dikkatle okuyun.` },
          }),
        },
      },
    },
    figures: {
      ...definition.figures,
      [path]: definition.figures?.[path]?.replace('</svg>', '<circle cx="20" cy="20" r="8"/></svg>'),
    },
  }
}

/** Presses a button by its words; waits until no dialog is open. */
const handsOf = ({ page, t }: Visit) => ({
  press: (key: string) => page.getByRole('button', { name: t(key), exact: true }).click(),
  gone: () => page.getByRole('dialog').waitFor({ state: 'hidden' }),
})

/** Tests as an admin sees them: the list, one with prices, a version, and an import. */
export async function inventoryScreens(url: string, at: Visit): Promise<void> {
  await listAndVersions(url, at)
  await analyses(url, at)
  await clientsOfInventory(url, at)
  await imports(url, at)
}

/** The list with its tax rates, a test with its prices, and a version. */
async function listAndVersions(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const { press, gone } = handsOf(at)

  // The list also has the drafts of earlier looks.
  await page.goto(`${url}/admin/inventories?page_size=25`)
  await page.getByRole('row').filter({ hasText: 'SCL90' }).first().waitFor()
  await page.getByText(t('inventories:tax.state.upcoming'), { exact: true }).waitFor()
  await see('inventories')
  await press('inventories:tax.add')
  await page.getByRole('textbox', { name: t('inventories:tax.rate') }).fill('yirmi')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('inventories:tax.add'), exact: true })
    .click()
  await page.getByText(t('inventories:tax.rateWrong')).waitFor()
  await see('tax-rate-add')
  await press('ui:dialog.cancel')
  await gone()
  await page.getByRole('button', { name: /^(%22,5: oranı sil|22\.5%: remove rate)$/ }).click()
  await page
    .getByRole('dialog')
    .getByText(/01\.01\.2999|1 Jan 2999/)
    .waitFor()
  await see('tax-rate-remove')
  await press('ui:dialog.cancel')
  await gone()
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(t('inventories:noMatch.title', { search: 'zzzz' })).waitFor()
  await see('inventories-no-match')

  await page.goto(`${url}/admin/inventories/ENGLISH`)
  await page.getByText(t('inventories:noPrice')).waitFor()
  await page.getByText(t('inventories:sections.title'), { exact: true }).waitFor()
  await see('inventory')
  await page.getByRole('button', { name: /: (prices|fiyatlar)$/ }).click()
  await page.getByRole('textbox', { name: t('inventories:price') }).fill('beş lira')
  await press('inventories:save')
  await page.getByText(t('inventories:problem.priceWrong')).waitFor()
  await see('inventory-prices')

  // A version's page is folded; the keyboard opens all of it.
  await page.goto(`${url}/admin/inventories/MYT/versions/${await shippedNumber('MYT')}`)
  const scales = page.locator('summary', { hasText: t('inventories:scales.title') })
  await scales.focus()
  await page.keyboard.press('Enter')
  const scale = page.locator('details[open] details > summary').first()
  await scale.focus()
  await page.keyboard.press('Enter')
  await page.locator('details[open] details[open] code').waitFor()
  await see('inventory-version-scales')
}

/** How the questions of a test work: with evidence, before somebody asked, and of a sensitive test. */
async function analyses(url: string, { page, t, see }: Visit): Promise<void> {
  const open = async (code: string) =>
    page.goto(`${url}/admin/inventories/${code}/versions/${await shippedNumber(code)}/items`)
  await open('ENGLISH')
  const [first, last] = [page.locator('main summary').first(), page.locator('main summary').last()]
  for (const question of [first, last]) {
    await question.focus()
    await page.keyboard.press('Enter')
  }
  await page
    .getByRole('table', { name: t('analysis:evidence.options') })
    .first()
    .waitFor()
  await see('inventory-analysis')
  await open('MYT')
  await page.getByText(t('analysis:state.none.title'), { exact: true }).waitFor()
  await see('inventory-analysis-none')
  await open('SCL90')
  await page.getByText(t('errors:sensitive_not_analysed')).waitFor()
  await see('inventory-analysis-sensitive')
}

/** The clients of a sensitive test, and how one gets it. */
async function clientsOfInventory(url: string, at: Visit): Promise<void> {
  const { page, t, see } = at
  const { press } = handsOf(at)

  await page.goto(`${url}/admin/inventories/SCL90`)
  await press('inventories:clients.open')
  // Each look adds clients, and the list shows the first ones.
  await page.getByRole('dialog').getByRole('searchbox').fill('Ege')
  await page.getByRole('dialog').getByRole('button', { name: 'Ege Lojistik' }).waitFor()
  await see('inventory-clients')
  await page.getByRole('dialog').getByRole('button', { name: 'Ege Lojistik' }).click()
  await page.getByText(t('clients:balance.title'), { exact: true }).waitFor()
  await see('inventory-client')
  await page.getByRole('button', { name: t('clients:sensitive.change'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('clients:sensitive.purpose') })
    .waitFor()
  await see('inventory-client-enable')
}

/** A definition file with faults, then a draft that is published, discarded, compared and replaced. */
async function imports(url: string, at: Visit): Promise<void> {
  const { page, look, t, see } = at
  const { press, gone } = handsOf(at)

  await page.goto(`${url}/admin/inventories/import`)
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(fileOf('Bozuk dosya.json', '{\n"code": \n}'))
  await page.getByText(t('inventories:import.fault.syntaxAt', { line: 3 })).waitFor()
  await see('inventory-import-syntax')
  const broken: unknown = readFixture('everything')
  await chooser.setInputFiles(fileOf('Hatalı dosya.json', JSON.stringify({ ...Object(broken), minutes: 0 })))
  await page.getByText(t('inventories:import.nothingKept')).waitFor()
  await see('inventory-import-problems')

  // Each look uses its own code, because drafts stay.
  const code = `E_${look.locale}_${look.mode}_${look.device}`.toUpperCase()
  const whole = JSON.stringify({ ...loadFixture('everything'), code })
  await chooser.setInputFiles(fileOf('Her şey.json', whole))
  await page.getByText(t('inventories:import.ready')).waitFor()
  await see('inventory-import-ready')
  await press('inventories:import.action')
  await page.getByRole('button', { name: t('inventories:publish.action'), exact: true }).waitFor()
  await see('inventory-draft')
  await press('inventories:publish.action')
  await page.getByText(t('inventories:publish.frozen')).waitFor()
  await see('inventory-publish')
  await press('ui:dialog.cancel')
  await gone()
  await press('inventories:discard.action')
  await page.getByText(t('inventories:discard.consequence')).waitFor()
  await see('inventory-discard')
  await press('ui:dialog.cancel')
  await gone()

  await page.goto(`${url}/admin/inventories/import`)
  await chooser.setInputFiles(fileOf('Her şey.json', JSON.stringify({ ...nextOf(), code })))
  await press('inventories:import.action')
  await page.getByRole('button', { name: t('inventories:publish.action'), exact: true }).waitFor()
  const from = page.getByText(t('inventories:differences.first'))
  await from.waitFor()
  await page.goto(`${page.url()}?from=${loadFixture('everything').version}`)
  await page.getByText(t('inventories:differences.kind.test')).waitFor()
  await see('inventory-differences')

  await page.goto(`${url}/admin/inventories/import`)
  await chooser.setInputFiles(fileOf('Her şey.json', whole))
  await press('inventories:import.action')
  await page.getByText(t('inventories:import.replace'), { exact: true }).waitFor()
  await see('inventory-import-replace')
}
