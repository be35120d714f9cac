import { spawn } from 'node:child_process'
import { once } from 'node:events'

const variable = 'FAULTS_APART'

/** The folder of a copy of this program that has a network and processes of its own; undefined in any other. */
export const folderApart = (): string | undefined => process.env[variable]

/**
 * Runs this program again with a network and processes of its own: it may use any address, and nothing of it is left when it
 * ends, or when this process ends in any way.
 * @returns its exit code
 * @throws when this user may not do that
 */
export async function runApart(folder: string): Promise<number> {
  if (process.geteuid?.() !== 0)
    throw new Error('Machines have networks of their own, which only root can make: run it as root.')
  const child = spawn(
    'unshare',
    [
      ...['--net', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL', '--'],
      ...[process.execPath, ...process.argv.slice(1)],
    ],
    { env: { ...process.env, [variable]: folder }, stdio: 'inherit' },
  )
  // The kernel ends everything that runs apart together with its first process.
  const end = () => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const [code] = await once(child, 'exit')
  return code ?? 130
}
