import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isPreparable, shapeOf } from '../run/statement-shape.ts'

// Notes each statement of a run once: test/run/statements.ts shows them to the second PostgreSQL afterwards.

const folder = process.env.TEST_STATEMENTS
const marker = Symbol.for('terazi.statementsAreNoted')
const prototype: pg.Client & { [marker]?: true } = pg.Client.prototype

// Files of a process share this class.
if (folder !== undefined && !prototype[marker]) {
  prototype[marker] = true
  const noted = new Set<string>()
  const query: (...args: unknown[]) => unknown = prototype.query
  Object.assign(prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [first] = args
      const text = typeof first === 'string' ? first : Object(first).text
      if (typeof text === 'string' && isPreparable(text) && !noted.has(shapeOf(text))) {
        noted.add(shapeOf(text))
        appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
      }
      return query.apply(this, args)
    },
  })
}
