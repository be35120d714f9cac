import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { hasEmailShape } from '#contract/emailShape.ts'
import { withoutSecrets } from '#contract/errorReports.ts'
import { email, line, paragraph, phone } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import { jsonFault, repeatedName } from '#contract/jsonFault.ts'
import { readRescueFile } from '#contract/rescueFile.ts'
import { readSlipCode } from '#contract/slipCode.ts'
import { isIdentityNumber, isTaxNumber } from '#contract/tax-numbers.ts'
import { orderNumbersIn, referencesIn } from '#contract/transferReference.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { svgFault } from '#scoring/check/figures/plain-svg.ts'
import { negations } from '#scoring/quality/negation.ts'
import { readability } from '#scoring/quality/readability.ts'
import { isCommon } from '#server/features/access/users/common.ts'
import { readMp3 } from '#server/features/inventories/mp3.ts'
import { readCamt } from '#server/features/orders/eft/camt.ts'
import {
  columnsOf,
  dayIn,
  guessMapping,
  kurusIn,
  readTableStatement,
} from '#server/features/orders/eft/csv.ts'
import { plain } from '#server/features/orders/eft/statement.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { localeOf } from '#server/locales.ts'
import { html } from '#server/mail/html.ts'
import { kurusOf } from '#server/payments/decimal.ts'
import { withoutZeros } from '#server/payments/signatures.ts'
import { brokenLetters, decodeText } from '#tables/decode.ts'
import { readSeparated } from '#tables/separated.ts'
import { readPasted } from '../web/features/people/invite/people/parse/pasted.ts'
import { personOfCells } from '../web/features/people/invite/people/parse/shape.ts'
import { suggestAddress } from '../web/features/people/invite/people/parse/suggest.ts'
import { readCsv as readPeople } from '../web/features/people/invite/people/parse/table.ts'
import { spokenAlt } from '../web/player/items/answering.ts'
import { loadFixture } from './fixtures/definitions/load.ts'
import { thorough } from './support/thorough.ts'

const mapping = {
  date: 'tarih',
  amount: 'tutar',
  description: 'aciklama',
  decimal: 'comma',
  dayOrder: 'dmy',
} as const
const statement = (cell: string) => `tarih;tutar;aciklama\n01.02.2026;${cell};x\n`
const direction = { direction: 'b/a', currency: 'doviz' }
const directed = (sign: string, currency: string) =>
  `tarih;tutar;aciklama;b/a;doviz\n01.02.2026;1,00;x;${sign};${currency}\n`

/** Everything that reads what others wrote. A new reader of files, fields or messages belongs in this list. */
const readers: Record<string, (text: string) => unknown> = {
  // Files that people bring.
  'a file, decoded': (text) => [
    decodeText(Buffer.from(text)),
    decodeText(Buffer.from(`${text}\u00ff`, 'latin1')),
  ],
  'letters that may be broken': brokenLetters,
  'a bank’s CSV, guessed': (text) => guessMapping(readSeparated(text)),
  'a bank’s CSV below its headings': (text) => guessMapping(readSeparated(`tarih;tutar;aciklama\n${text}`)),
  'the columns of a bank’s CSV': (text) => columnsOf(readSeparated(text), 5),
  'a bank’s CSV': (text) => readTableStatement(readSeparated(`tarih;tutar;aciklama\n${text}`), '', mapping),
  'an amount in a bank’s CSV': (text) => readTableStatement(readSeparated(statement(text)), '', mapping),
  'the direction and currency in a bank’s CSV': (text) => [
    readTableStatement(readSeparated(directed(text, 'TL')), '', { ...mapping, ...direction }),
    readTableStatement(readSeparated(directed('A', text)), '', { ...mapping, ...direction }),
  ],
  'a bank’s XML': readCamt,
  'the text of a bank’s XML': (text) => readCamt(`<Document>${text.replace(/[<&]/g, '')}</Document>`),
  'a transfer’s text': (text) => [plain(text, 1000), referencesIn(text), orderNumbersIn(text)],
  'an amount': (text) => [
    kurusIn(text, 'comma'),
    kurusIn(text, 'point'),
    kurusOf(text),
    withoutZeros(`0.${text}1`),
  ],
  'a day': (text) => dayIn(text, 'dmy'),
  'a CSV': (text) => readSeparated(text),
  'a list of people': readPeople,
  'a pasted list of people': readPasted,
  'a cell of a list of people': (text) => personOfCells([text, `${text}@`, `${text},`]),
  'a wrong address': (text) => suggestAddress(`a@${text}x`, []),
  'a definition that is no JSON': jsonFault,
  'names in a definition': (text) => {
    repeatedName(text)
    repeatedName(JSON.stringify({ [text]: [text] }))
    repeatedName(`[${'{"a":'.repeat(1000)}${JSON.stringify(text)}${'}'.repeat(1000)}]`)
  },
  'a definition': (text) => {
    const definition = loadFixture('smallest')
    checkDefinition({ ...definition, code: text, texts: { tr: { name: text }, en: text }, [text]: text })
  },
  'a figure': (text) => svgFault(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" id="${text}"/>`),
  'a prompt': (text) => [
    readability([text], 'tr'),
    negations(text, 'tr'),
    negations(text, 'en'),
    spokenAlt(text),
  ],
  'a recording': (text) => readMp3(Buffer.from(text)),
  'a device’s unsent answers': readRescueFile,
  // Fields and headers.
  fields: (text) => [line(200).safeParse(text), paragraph(2000).safeParse(text), phone.safeParse(text)],
  'an address': (text) => [email.safeParse(text), email.safeParse(`a@${text}`), hasEmailShape(`a@${text}`)],
  'a number of a company or a person': (text) => [isTaxNumber(text), isIdentityNumber(text)],
  'a printed code': readSlipCode,
  'a search': foldText,
  'a password': (text) => isCommon(text.slice(0, 1024)),
  'a browser’s headers': (text) => [deviceClassOf(text), localeOf(text, 'tr')],
  'a name in a mail': (text) => html`<p>${text}</p>`,
  'an error’s message': (text) => withoutSecrets(text),
}

const units = [
  ...[' ', '\n', '0', 'a', '_', '.', ',', ';', '@', '#', '"', "'", '""', '"a",', '<', '<a>', '&', '(', '[['],
  ...['T', 'TL', 'url(', 'a@a.', '1.', 'miyor'],
]
const megabyte = 1024 * 1024

// A loop within an engine that never ends can't be left by the test itself: this stops it. What is linear takes some 20 ms.
const limits = { timeout: 60_000 }

// Each reader reads a third of the units, and each unit is read by a third of the readers; in a thorough run all.
const isRead = (reader: number, unit: number) => thorough || (reader + unit) % 3 === 0

test.each(Object.entries(readers).map(([name, read], reader) => ({ name, read, reader })))(
  'a megabyte of one thing over and over is read to its end: $name',
  ({ read, reader }) => {
    for (const [at, unit] of units.entries()) {
      if (!isRead(reader, at)) continue
      // Half of them end otherwise: what matches to the end is often found at once.
      const text = unit.repeat(megabyte / unit.length) + (at % 2 === 0 ? 'ü!' : '')
      const work = () => {
        try {
          read(text)
        } catch (error) {
          // Refusing it is fine, running out of stack or memory isn't.
          if (error instanceof RangeError) throw error
        }
      }
      expect(
        () => runInContext('work()', createContext({ work }), limits),
        JSON.stringify(unit),
      ).not.toThrow()
    }
  },
)
