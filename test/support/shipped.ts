import { shippedVersions } from '#content/read.ts'

/** The number of a shipped test's version, which changes with each of its texts. */
export async function shippedNumber(code: string): Promise<number> {
  const folder = (await shippedVersions()).findLast((version) => version.startsWith(`${code}/`))
  if (folder === undefined) throw new Error(`no test ${code} ships`)
  return Number(folder.slice(code.length + 1))
}
