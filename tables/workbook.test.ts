import { expect, it } from 'vitest'
import { workbookFile, zipFile } from '#test/support/workbook-file.ts'
import { kindOf } from './kind.ts'
import { maxUnpackedBytes } from './unpack.ts'
import { Workbook } from './workbook.ts'

const rowsOf = async (bytes: Uint8Array, sheet = 0) => {
  const { rows } = await (await Workbook.open(bytes)).read(sheet)
  return rows.map(({ line, cells }) => [line, ...cells])
}
const dataOf = (data: string, more: Partial<Parameters<typeof workbookFile>[0]> = {}, after = '') =>
  rowsOf(workbookFile({ sheets: [{ name: 'A', data, after }], ...more }))

it('reads texts, numbers and the lines that Excel shows', async () => {
  const file = workbookFile({
    sheets: [
      {
        name: 'Liste',
        data: '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="D3"><v>5.3260418270000001E+9</v></c></row><row r="7"><c r="A7" t="s"><v>1</v></c></row><row r="9"><c r="A9" t="inlineStr"><is><t/></is></c></row>',
      },
    ],
    strings: ['<t>Şükrü &amp; Oğlu</t>', '<r><t>Işıl </t></r><r><t>Öz</t></r><rPh><t>no</t></rPh>'],
  })
  expect(kindOf(file)).toBe('workbook')
  expect(await rowsOf(file)).toEqual([
    [3, '', 'Şükrü & Oğlu', '', '5326041827'],
    [7, 'Işıl Öz'],
  ])
})

it('lists the sheets, says which are hidden, and reads the one that is chosen', async () => {
  const file = workbookFile({
    sheets: [
      { name: 'Gece', rows: [['a']] },
      { name: 'Eski', state: 'hidden', rows: [['b']] },
      { name: 'Gizli', state: 'veryHidden', rows: [['c']] },
      { name: 'Gündüz', rows: [['d']] },
    ],
  })
  const workbook = await Workbook.open(file)
  expect(workbook.sheets).toEqual([
    { name: 'Gece', hidden: false },
    { name: 'Eski', hidden: true },
    { name: 'Gizli', hidden: true },
    { name: 'Gündüz', hidden: false },
  ])
  expect(await rowsOf(file, 3)).toEqual([[1, 'd']])
})

it('takes the value that was stored with a formula', async () => {
  expect(
    await dataOf(
      '<row><c t="str"><f>A1&amp;"x"</f><v>Ayşe</v></c><c><f>1+1</f><v>2</v></c><c><f>NOW()</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="b"><v>1</v></c></row>',
    ),
  ).toEqual([[1, 'Ayşe', '2', '', '#DIV/0!', 'TRUE']])
})

it('repeats what is merged over rows, and leaves a title that is merged over columns where it is', async () => {
  const data =
    '<row r="1"><c r="A1" t="str"><v>Liste</v></c></row><row r="2"><c r="A2" t="str"><v>Gece</v></c><c r="B2" t="str"><v>a</v></c></row><row r="3"><c r="B3" t="str"><v>b</v></c></row><row r="4"/>'
  const merges = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A1048576"/></mergeCells>'
  expect(await dataOf(data, {}, merges)).toEqual([
    [1, 'Liste'],
    [2, 'Gece', 'a'],
    [3, 'Gece', 'b'],
  ])
})

it('writes days and moments as such, and the digits that a format adds', async () => {
  const formats = [14, 'dd\\.mm\\.yyyy hh:mm', '00000', '[$-41F]d mmmm yyyy', '0.00', 'h:mm', '0 "gün"']
  const cells = [46351, 46351.4375, 123, 46351, 12.5, 0.4375, 5]
  const data = `<row>${cells.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')}<c t="d"><v>2026-11-25T00:00:00</v></c></row>`
  expect(await dataOf(data, { formats })).toEqual([
    [1, '2026-11-25', '2026-11-25 10:30', '00123', '2026-11-25', '12.5', '10:30', '5', '2026-11-25'],
  ])
  expect(
    await dataOf('<row><c s="1"><v>44889</v></c></row>', {
      formats: [14],
      properties: '<workbookPr date1904="1"/>',
    }),
  ).toEqual([[1, '2026-11-25']])
})

const refusal = (file: Uint8Array) =>
  (async () => {
    kindOf(file)
    await rowsOf(file)
  })()

const ole = (text: string) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(text, 'utf16le')])

it.each([
  ['a password', 'password', ole('EncryptedPackage')],
  ['Excel 97 under any name', 'old_excel', ole('Workbook')],
  ['another packed file', 'not_excel', zipFile([['word/document.xml', '<w/>']])],
  ['a torn file', 'not_excel', workbookFile({ sheets: [{ name: 'A', rows: [['a']] }] }).slice(0, 700)],
  ['no XML', 'not_excel', workbookFile({ sheets: [{ name: 'A', data: '<row><c>' }] })],
  [
    'a document type',
    'not_excel',
    zipFile([
      ['xl/workbook.xml', '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>'],
      ['xl/_rels/workbook.xml.rels', '<R/>'],
    ]),
  ],
  ['an image', 'binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8])],
  ['nothing', 'empty', new Uint8Array()],
])('refuses %s', async (_, code, file) => {
  await expect(refusal(file)).rejects.toMatchObject({ code })
})

const spaces = Buffer.alloc(50 * 1024 * 1024, ' ')

it.each([
  ['as it is', undefined],
  ['with a size that is a lie', 100],
])('refuses a small file that unpacks to 50 MB, %s', async (_, claimed) => {
  expect(spaces.length).toBeGreaterThan(maxUnpackedBytes)
  const bomb = zipFile(
    [
      ['xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
      ['xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>'],
      ['xl/worksheets/sheet1.xml', Buffer.concat([Buffer.from('<worksheet>'), spaces])],
    ],
    claimed,
  )
  expect(bomb.length).toBeLessThan(100_000)
  await expect(refusal(bomb)).rejects.toMatchObject({ code: 'unpacked_too_large' })
})

it('ends at cells that repeat one long text', async () => {
  const data = `<row>${'<c t="s"><v>0</v></c>'.repeat(3000)}</row>`
  const strings = [`<t>${'x'.repeat(32_000)}</t>`]
  await expect(dataOf(data, { strings })).rejects.toMatchObject({ code: 'too_many_cells' })
})
