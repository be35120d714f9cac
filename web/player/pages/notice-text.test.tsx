// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NoticeText } from './NoticePage.tsx'

afterEach(cleanup)

it.each([
  ['Neden soruyoruz? Taramak için.', 'Neden soruyoruz?'],
  ['Anadolu Gıda A.Ş. neden soruyor? İş sağlığı', 'Anadolu Gıda A.Ş. neden soruyor?'],
  ['Why does Ege Tic. Ltd. Şti. ask? Health', 'Why does Ege Tic. Ltd. Şti. ask?'],
])('a question stands out, also one that names a company: %s', (text, question) => {
  render(<NoticeText text={text} />)
  expect(document.querySelector('b')?.textContent).toBe(question)
})

it.each(['Karar sizin. Neden soruyoruz?', 'Adınız: neden soruyoruz?'])(
  'a question after another sentence does not: %s',
  (text) => {
    render(<NoticeText text={text} />)
    expect(document.querySelector('b')).toBeNull()
  },
)
