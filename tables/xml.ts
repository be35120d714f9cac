import { SaxesParser } from 'saxes'
import { TableError } from './error.ts'
import type { Package } from './unpack.ts'

interface Listener {
  /** Called with the name without its prefix. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close: (name: string) => void
  text: (text: string) => void
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads a part of a package as XML while it is unpacked; no tree of it is kept.
 * @throws TableError for what is no XML, and for a document type, which no workbook has
 */
export async function readXml(pack: Package, part: string, listener: Listener): Promise<void> {
  const parser = new SaxesParser()
  const refuse = () => {
    throw new TableError('not_excel')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => listener.open(bare(name), attributes))
  parser.on('closetag', ({ name }) => listener.close(bare(name)))
  parser.on('text', listener.text)
  parser.on('cdata', listener.text)
  let decoder: TextDecoder | undefined
  await pack.read(part, (piece) => {
    decoder ??= new TextDecoder(piece[0] === 0xff || piece[0] === 0xfe ? 'utf-16' : 'utf-8')
    parser.write(decoder.decode(piece, { stream: true }))
  })
  parser.write(decoder?.decode() ?? '').close()
}
