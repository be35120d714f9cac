import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sections } from '#report/sections.ts'
import { translate } from '#server/locales.ts'
import { createLog } from '#server/log.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { sampleReport } from './sample.ts'

// The sample report for the build of the public pages: as PDF and as what the pages draw, in each language.
const [, , folder] = process.argv
if (folder === undefined) throw new Error('write-sample FOLDER')
mkdirSync(folder, { recursive: true })
const everything = { details: true, percentages: true }
const report = await sampleReport()
const pdf = createPdfEngine({ log: createLog('info') })
for (const locale of ['tr', 'en'] as const) {
  const view = sections(report(locale), everything, {
    locale,
    t: (key, variables) => translate(locale, key, variables),
  })
  writeFileSync(join(folder, `${locale}.json`), JSON.stringify(view))
  writeFileSync(join(folder, `${locale}.pdf`), await pdf.renderReport(report(locale), everything, locale))
}
await pdf.close()
