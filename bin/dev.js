// The server, started again at every change, beside Vite's development server. Run by Node 24 (npm run dev).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './install.js'

const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const children = [run('--watch', 'server/main.ts'), run(join(root, 'node_modules/vite/bin/vite.js'))]
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    for (const other of children) other.kill('SIGTERM')
  })
}
// Ctrl-C also reaches the children; a SIGTERM reaches only this process.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM')
})
