/** A file of the build. */
export interface PlayerFile {
  url: string
  /** SHA-256, in base64, of everything that its address may answer with: a page has one for each language. */
  hashes: readonly string[]
}

/** The build's own list, which the build writes into the worker; the page comes first. */
export interface PlayerBuild {
  /** Another one for each build whose files differ. */
  id: string
  files: readonly [PlayerFile, ...PlayerFile[]]
}

const beginning = 'terazi-player-'

/** The cache's name for one build and one area, so that a failed update leaves the earlier files whole. */
export const cacheNameOf = (id: string, scope: string): string => `${beginning}${id} ${scope}`

/** True if a cache is one of this area's, of any build. */
export const isCacheOf = (name: string, scope: string): boolean =>
  name.startsWith(beginning) && name.endsWith(` ${scope}`)
