import { z } from 'zod'
import { errorStatus } from '#contract/errors.ts'
import type { Answered } from '#test/support/read-answer.ts'
import { readTexts } from '../architecture/locale-keys.ts'

const codes = Object.keys(errorStatus)
const problem = z.looseObject({
  type: z.string().startsWith('urn:terazi:problem:'),
  title: z.string().min(1),
  status: z.number().int().min(400).max(499),
  code: z.enum(codes),
  message: z.union([z.string().min(1), z.record(z.string(), z.array(z.string().min(1)).min(1))]),
  requestId: z.uuid(),
})

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split(/\{\{[^}]*\}\}/)
      .map(escaped)
      .join('[^]*')}$`,
  )
const patterns = Object.fromEntries(
  ['tr', 'en'].map((language) => [
    language,
    [...readTexts(language)]
      .filter(([key]) => /^(errors|validation):/.test(key))
      .map(([, text]) => patternOf(text)),
  ]),
)

const tells =
  /\bat .+\.ts:\d|node_modules|syntax error|pg_|\bSELECT\b|\bINSERT\b|ECONNREFUSED|\/work\/|FST_ERR/

/** The faults of a refusal; none when it is a problem as the contract says, in the requested language. */
export function faultsOf(answer: Answered, language: 'tr' | 'en'): string[] {
  const faults: string[] = []
  if (!answer.type.startsWith('application/problem+json'))
    return [`content type ${answer.type}: ${answer.text.slice(0, 200)}`]
  const parsed = problem.safeParse(JSON.parse(answer.text))
  if (!parsed.success) return [`${parsed.error.message} in ${answer.text.slice(0, 500)}`]
  const { status, code, message } = parsed.data
  if (status !== answer.status || errorStatus[code as keyof typeof errorStatus] !== status)
    faults.push(`${code} came with ${answer.status} and says ${status}`)
  const texts = typeof message === 'string' ? [message] : Object.values(message).flat()
  for (const text of texts)
    if (!patterns[language]?.some((pattern) => pattern.test(text))) faults.push(`not ${language}: ${text}`)
  if (texts.some((text) => tells.test(text))) faults.push(`tells too much: ${answer.text.slice(0, 300)}`)
  return faults
}
