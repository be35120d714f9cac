import { describe, expect, test } from 'vitest'
import { languages, readTexts } from '#test/architecture/locale-keys.ts'
import { auditAction } from './audit.ts'
import { auditSentence } from './audit-words.ts'

describe.each(languages)('in %s', (language) => {
  const keys = [...readTexts(language).keys()]

  // An action without a text is shown as its code, which readers of the log don't know.
  test.each(auditAction.options)('%s has a name and a sentence', (action) => {
    expect(keys).toContain(`audit:action.${action}`)
    expect(keys.some((key) => key.startsWith(`audit:sentence.${action}.`))).toBe(true)
  })
})

test('a name that ends with a full stop ends the sentence', () => {
  const sentence = auditSentence(
    {
      id: 'e1',
      at: '2026-11-22T10:00:00.000Z',
      action: 'client_created',
      reason: null,
      actor: null,
      subject: null,
      client: { id: 'c1', name: 'Anadolu Gıda A.Ş.' },
      address: '',
      details: {},
      assignments: 0,
    },
    (_, variables) => `Somebody created ${variables?.client}.`,
    'en',
  )
  expect(sentence).toBe('Somebody created Anadolu Gıda A.Ş.')
})
