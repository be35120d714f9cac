import { z } from 'zod'
import { buildBank } from './bank.ts'

// A process of its own, started by the first server of an installation. It ends when nobody holds its standard input.
if (process.env.NODE_ENV === 'production') {
  console.error('The demo bank does not start in production.')
  process.exit(1)
}
const options = z
  .object({
    keys: z.object({ apiKey: z.string(), secretKey: z.string() }),
    file: z.string(),
    pageUrl: z.string().optional(),
    noticeUrl: z.string().optional(),
    noticeDelayMs: z.number().optional(),
    hangsUp: z.boolean().default(false),
    port: z.number().optional(),
    installments: z.array(z.object({ count: z.number(), surchargeBasisPoints: z.number() })).default([]),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'))
const { pageUrl, noticeUrl, noticeDelayMs } = options
const bank = buildBank({
  keys: options.keys,
  file: options.file,
  installments: options.installments,
  hangsUp: options.hangsUp,
  ...(pageUrl === undefined ? {} : { pageUrl }),
  ...(noticeUrl === undefined ? {} : { noticeUrl }),
  ...(noticeDelayMs === undefined ? {} : { noticeDelayMs }),
})
await bank.listen({ host: '127.0.0.1', port: options.port ?? 0 })
const address = bank.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
process.on('SIGTERM', () => process.exit(0))
