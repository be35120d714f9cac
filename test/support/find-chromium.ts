import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that the tests use: CHROMIUM_PATH, else the first known one on PATH. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  return given && existsSync(given) ? given : onPath(names)
}

/** The first of these programs on PATH. */
export function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** A program of the system; some of Debian's are where only root's PATH leads. */
export const systemProgram = (name: string): string | undefined =>
  onPath([name]) ?? [`/usr/sbin/${name}`].find(existsSync)
