import { describe, expect, test } from 'vitest'
import { languages, readTexts } from '#test/architecture/locale-keys.ts'
import { auditAction } from './audit.ts'
import { auditSentence } from './audit-words.ts'
import { erasedName } from './erasure.ts'

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

test('of two erased people each has words of their own, the same in every entry', () => {
  const erased = (id: string) => ({ id, name: erasedName, email: '' })
  // Ids that were made one after the other begin alike.
  const [one, other] = ['01990000-0000-7000-8000-4c1be27d3f2a', '01990000-0000-7000-8000-4c1be27dd7e1']
  const sentence = (actor: string, subject: string) =>
    auditSentence(
      {
        id: 'e1',
        at: '2026-11-22T10:00:00.000Z',
        action: 'person_held',
        reason: null,
        actor: erased(actor),
        subject: erased(subject),
        client: null,
        address: '',
        details: {},
        assignments: 0,
      },
      (keys, variables) =>
        keys === 'audit:erased'
          ? `Erased ${variables?.id}`
          : `${variables?.actor} held ${variables?.subject}.`,
      'en',
    )
  expect(sentence(one, other)).toBe('Erased e27d3f2a held Erased e27dd7e1.')
  expect(sentence(other, one)).toBe('Erased e27dd7e1 held Erased e27d3f2a.')
})
