import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { type Call, pathOf } from '#contract/kit.ts'
import { type Input, inputOf } from '#test/denials/inputs.ts'
import type { Scene } from '#test/denials/scene.ts'
import { inject } from '#test/support/inject.ts'
import type { TestServer } from '#test/support/server.ts'
import { type Asked, ask } from './ask.ts'

/** Every call that only reads, but what is everybody's or a demo's alone, and what is drawn: a report's words are read as data. */
const readingCalls = calls.filter(
  ({ name, method, access }) =>
    method === 'GET' &&
    access !== 'guest' &&
    access !== 'demo' &&
    !['reportPdf', 'feedbackPdf', 'groupReportPdf'].includes(name),
)

/** One call for a scene's records. */
export function askFor(
  url: string,
  entry: Call,
  { params, body, file, query: needed }: Input,
  token: string | undefined,
  query: Record<string, string> = needed ?? {},
): Promise<Asked> {
  if (file !== undefined) throw new Error(`${entry.name} takes a file`)
  return ask(url, {
    method: entry.method,
    path: addressOf(entry, params, query),
    token,
    ...(body !== undefined && { body }),
  })
}

function addressOf(entry: Call, params: Input['params'], query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return `${pathOf(entry, params)}${search === '' ? '' : `?${search}`}`
}

/** An id that nothing has. */
const nobody = '01a200a6-5687-7193-ab55-3286dfbe573a'

/** A query for each parameter of a call and each of its values; free text and ids are the ones looked for. */
function queriesOf(entry: Call, looked: readonly string[]): Record<string, string>[] {
  return Object.entries(entry.query?.shape ?? {}).flatMap(([name, schema]) => {
    const candidates = [
      ...optionsOf(schema),
      ...looked,
      nobody,
      '2',
      '2020-01-01',
      'UTC',
      'pending,completed',
      'email,test',
      // The scores of a list, one of them, and decisions.
      '1',
      '-score:total',
      'hired,declined',
      'true',
      // A test, for reports of groups, and a month, for files of orders.
      'ENGLISH',
      '2026-11',
    ]
    const query = z.object({ [name]: schema })
    const taken = candidates.map((value) => ({ [name]: value })).filter((one) => query.safeParse(one).success)
    if (taken.length === 0) throw new Error(`${entry.name} is asked by nothing that ${name} takes`)
    return taken
  })
}

function optionsOf(schema: unknown): string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

const isCompressed = ({ answer }: Call) => 'file' in answer && /pdf|spreadsheet/.test(answer.file)

interface Walked {
  call: string
  query: Record<string, string>
  status: number
  text: string
}

/**
 * Everything a caller can read with a scene's ids, with every parameter there is. Each call goes over a connection once; its
 * parameters are asked for within the process.
 */
export async function walk(
  { url, app }: Pick<TestServer, 'url' | 'app'>,
  scene: Scene,
  token: string,
  looked: readonly string[],
  only = readingCalls.map(({ name }) => name),
): Promise<Walked[]> {
  const walked = readingCalls.map(async (entry) => {
    if (!only.includes(entry.name)) return []
    const input = inputOf(scene, entry.name)
    const read = async (query: Record<string, string>): Promise<Walked> => {
      const headers = { authorization: `Token ${token}` }
      const path = addressOf(entry, input.params, { ...input.query, ...query })
      const { status, text } = await inject(app, { method: entry.method, path, headers })
      return { call: entry.name, query, status, text }
    }
    const plain = { call: entry.name, query: {}, ...(await askFor(url, entry, input, token)) }
    // A refused caller is refused before a query is read, and no word is found in a sheet or PDF, which are compressed.
    if (plain.status !== 200 || isCompressed(entry)) return [plain]
    return [plain, ...(await Promise.all(queriesOf(entry, looked).map(read)))]
  })
  return (await Promise.all(walked)).flat()
}
