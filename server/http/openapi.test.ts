import spectral, { type RulesetDefinition, type Spectral } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

/** The library's own rules: their declared type lacks what the declared type of rules asks for. */
function linter(): Spectral {
  const made = new spectral.Spectral()
  made.setRuleset({
    extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']],
    // The product's addresses end with a slash; they work without it too.
    rules: { 'path-keys-no-trailing-slash': 'off' },
  })
  return made
}

test('the document lints clean by the rules for OpenAPI', async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()))
  const found = await linter().run(document)
  const said = found.map(({ code, path, message }) => `${code} ${path.slice(0, 4).join(' ')}: ${message}`)
  expect(said).toEqual([])
})
