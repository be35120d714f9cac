// Makes a fresh clone ready: installs the packages that are missing and builds the web application when its sources
// changed. Does nothing, in a few milliseconds, when all is there. Plain JavaScript, because the host's Node may be old.
import { buildWeb } from './build.js'
import { ensureInstalled } from './install.js'

try {
  ensureInstalled()
  if (!process.argv.includes('--no-build')) buildWeb()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
