/**
 * The header that makes an answer a file under this name, in whatever letters it is written. Programs that know no others
 * read the name without its marks.
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^\w. -]/g, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
