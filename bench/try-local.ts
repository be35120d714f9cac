import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { measureScoreLists } from './lists.ts'
import { printLine } from './measure.ts'
import { startServer } from './server.ts'

const postgres = await openBundledPostgres({ dataDir: '/tmp/prof-bench/load', log: () => undefined })
const server = await startServer({ DATABASE_URL: postgres.url })
console.log(postgres.url)
for await (const figure of measureScoreLists(server, postgres.url)) printLine(figure)
await server.stop()
if (process.argv[2] !== 'stay') {
  await postgres.stop()
  process.exit(0)
}
console.log('staying')
