import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const documents = globSync(['*.md', 'docs/**/*.md'])

/** A heading's address on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (text: string) =>
  [...text.replace(/```.*?```/gs, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links and pictures that lead to no file or heading of the project. */
export function deadLinks(document: string): string[] {
  const text = readFileSync(document, 'utf8').replace(/```.*?```/gs, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  )
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? document : join(dirname(document), path)
    if (!existsSync(file)) return true
    return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
  })
}

/** Files that a document names in code marks and that don't exist. Paths begin at the project's root or in `server/`. */
export function missingFiles(document: string): string[] {
  const named = [
    ...readFileSync(document, 'utf8').matchAll(/`(\w[\w./-]*\/[\w.-]+\.(?:tsx?|json|md|css|js))`/g),
  ]
  return named
    .map(([, path = '']) => path)
    .filter((path) => ![path, join('server', path)].some((one) => existsSync(one)))
}
