import { z } from 'zod'
import { Definition } from './definition.ts'

/**
 * The shape of a definition as JSON Schema, for editors that complete and underline while one writes. What fits
 * together (ids, keys, bands, translations) no schema can say: checkDefinition does.
 */
export function definitionSchema(): unknown {
  const { $schema, properties, ...shape } = z.toJSONSchema(Definition, { io: 'input', reused: 'ref' })
  return {
    $schema,
    title: 'Terazi inventory definition, format 1',
    ...shape,
    properties: { $schema: { type: 'string' }, ...properties },
  }
}
