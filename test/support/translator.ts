/** Puts each text into elements of its own, in another language, as page translators do. */
export function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    text.replaceWith(outer)
    outer.firstElementChild?.append(`«${text.data}»`)
  }
}
