/**
 * The header that makes an answer a file with this name, in any script. Programs that only read ASCII get the name
 * without its diacritics.
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^\w. -]/g, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
