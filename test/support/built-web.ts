import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The built web application, once for a whole test run: two builds side by side would remove each other's files. */
export default function setup(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/setup.js')], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The web application could not be built.')
}
