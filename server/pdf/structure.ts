/** Objects of a PDF by their number, as text of one byte a letter. */
type Objects = Map<number, string>

interface Parts {
  /** The text before the first object. */
  readonly head: string
  /** The objects in their order in the file, each up to the next. */
  readonly objects: Objects
  /** The number of lines of the table. */
  readonly size: number
  /** The text from the table's end up to its place, which is the last number of the file. */
  readonly trailer: string
}

/**
 * A PDF in its parts; nothing else is in it.
 * @param pdf as Typst writes it: every object is separate in the file, one table at the end says where
 * @returns undefined where it is written in another way
 */
export function partsOf(pdf: Uint8Array): Parts | undefined {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const end = file.lastIndexOf('\nxref\n') + 1
  const table =
    /^xref\n0 (\d+)\n\d{10} 65535 f[ \r]?\n((?:\d{10} 00000 n[ \r]?\n)+)(trailer\n[\s\S]*\nstartxref\n)(\d+)\n%%EOF\n?$/.exec(
      file.slice(end),
    )
  if (end === 0 || !table || Number(table[4]) !== end) return undefined
  const [, size, entries = '', trailer = ''] = table
  const starts = [...entries.matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at))
  const sorted = starts.toSorted((a, b) => a - b)
  const objects: Objects = new Map(
    sorted.map((start, index) => {
      const text = file.slice(start, sorted[index + 1] ?? end)
      return [Number.parseInt(text, 10), text]
    }),
  )
  const leads = starts.every((start, index) => file.startsWith(`${index + 1} 0 obj\n`, start))
  if (!leads || objects.size + 1 !== Number(size)) return undefined
  return { head: file.slice(0, sorted[0]), objects, size: Number(size), trailer }
}

/**
 * The PDF with some of its objects changed and their offsets recomputed.
 * @param change edits the objects in place
 * @throws Error where it isn't written as Typst writes it
 */
export function withObjects(pdf: Uint8Array, change: (objects: Objects) => void): Uint8Array {
  const read = partsOf(pdf)
  if (read === undefined) throw new Error('The PDF has no plain table of its objects')
  const { head, objects, size, trailer } = read
  change(objects)
  const parts = [head]
  let at = head.length
  const places: string[] = []
  for (const [number, text] of objects) {
    places[number] = `${String(at).padStart(10, '0')} 00000 n \n`
    parts.push(text)
    at += text.length
  }
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.slice(1).join('')}`
  return Buffer.from(`${parts.join('')}${table}${trailer}${at}\n%%EOF\n`, 'latin1')
}

/** The numbers that an element's children have. */
const kids = (element: string) =>
  [...(/\n {2}\/K \[([^\]]*)\]/.exec(element)?.[1] ?? '').matchAll(/\b(\d+) 0 R/g)].map(([, one]) =>
    Number(one),
  )

/**
 * Adds what Typst cannot write yet: the first cell of each row of a table names that row, so a screen reader says it
 * with every other cell. Removes “Suspects false”, which is the default and which poppler reads as a mistake. A file
 * without structure (Typst before 0.14) stays as it is.
 */
export function withRowHeaders(pdf: Uint8Array): Uint8Array {
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes('/StructTreeRoot')) return pdf
  return withObjects(pdf, (objects) => {
    const names: string[] = []
    const edit = (number: number, from: string | RegExp, to: string) => {
      const before = objects.get(number) ?? ''
      const after = before.replace(from, to)
      if (after === before) throw new Error(`Object ${number} of the PDF is none that was expected`)
      objects.set(number, after)
    }
    for (const [number, body] of objects) {
      if (body.includes('\n  /Type /Catalog\n')) edit(number, /\n {4}\/Suspects false/, '')
      if (!body.includes('\n  /S /TBody\n')) continue
      for (const [index, row] of kids(body).entries()) {
        const [head, ...cells] = kids(objects.get(row) ?? '')
        const column = /\/Headers \[\((\w+)y0\)\]/.exec(objects.get(head ?? 0) ?? '')?.[1]
        if (head === undefined || column === undefined) throw new Error('A row of the PDF has no first cell')
        const id = `(${column}y${index + 1})`
        names.push(`${id} ${head} 0 R`)
        edit(head, '/S /TD\n', `/S /TH\n  /ID ${id}\n`)
        edit(head, '/O /Table\n', '/O /Table\n    /Scope /Row\n')
        for (const cell of cells) edit(cell, '/Headers [', `/Headers [${id} `)
      }
    }
    if (names.length === 0) return
    const tree = [...objects].find(([, body]) => body.includes('\n  /Type /StructTreeRoot\n'))
    const known = /\/IDTree <<\n {4}\/Names \[([^\]]*)\]/.exec(tree?.[1] ?? '')?.[1]
    if (!tree || known === undefined) throw new Error('The PDF’s headers have no names')
    const all = [...(known.match(/\(\w+\) \d+ 0 R/g) ?? []), ...names].toSorted((a, b) => (a < b ? -1 : 1))
    edit(tree[0], `/Names [${known}]`, `/Names [${all.join(' ')}]`)
  })
}
