import { sql } from 'kysely'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { connect } from '#server/db/database.ts'
import { addCrowd } from './crowd.ts'
import { startServer } from './server.ts'
const postgres = await openBundledPostgres({ dataDir: '/tmp/prof-bench/load', log: () => undefined })
console.log(Date.now(), 'pg')
const server = await startServer({ DATABASE_URL: postgres.url })
console.log(Date.now(), 'server')
await server.stop()
const { db, close } = connect(postgres.url, 1, (error) => console.error(error.message))
await sql`SET statement_timeout = 0`.execute(db)
console.log(await addCrowd(db, { people: 20_000, assignments: 100_000, results: 20_000 }))
console.log(Date.now(), 'crowd')
await close()
await postgres.stop()
process.exit(0)
