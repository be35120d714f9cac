import { describe, expect, test } from 'vitest'
import { languages, readTexts } from '#test/architecture/locale-keys.ts'
import { auditAction } from './audit.ts'

describe.each(languages)('in %s', (language) => {
  const keys = [...readTexts(language).keys()]

  // Without words of its own an action is told by its code, which nobody who reads the log knows.
  test.each(auditAction.options)('%s has a name and a sentence', (action) => {
    expect(keys).toContain(`audit:action.${action}`)
    expect(keys.some((key) => key.startsWith(`audit:sentence.${action}.`))).toBe(true)
  })
})
