import { expect, it } from 'vitest'
import { maxDocumentBytes, readDocument } from './readDocument.ts'

const file = (text: string) => new File([text], 'definition.json')

it('reads a document, also with a mark before it', async () => {
  expect(await readDocument(file('\uFEFF{"code": "A"}'))).toEqual({ document: { code: 'A' } })
})

it('says what is wrong with a file', async () => {
  expect(await readDocument(file('[1]'))).toEqual({ fault: 'notObject' })
  expect(await readDocument(file('{\n "a": 1,\n "b" 2\n}'))).toEqual({ fault: 'syntax', line: 3 })
  expect(await readDocument(file('x'.repeat(maxDocumentBytes + 1)))).toEqual({ fault: 'tooLarge' })
  const gone = Object.assign(file('{}'), {
    text: () => Promise.reject(new DOMException('', 'NotReadableError')),
  })
  expect(await readDocument(gone)).toEqual({ fault: 'unreadable' })
})
