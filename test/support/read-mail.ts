/** A received message, decoded as a mail program would (RFC 2045, 2047), enough for what this product sends. */
interface ReadMail {
  /** The headers by lower-case name. */
  headers: Map<string, string>
  text: string
  html: string
  /** Parts that are neither, by Content-ID. */
  attachments: Map<string, Buffer>
  /** Files to keep, by name. */
  files: Map<string, { type: string; content: Buffer }>
}

/** Takes a raw message apart. */
export function readMail(raw: string): ReadMail {
  const mail: ReadMail = {
    headers: split(raw).headers,
    text: '',
    html: '',
    attachments: new Map(),
    files: new Map(),
  }
  collect(raw, mail)
  return mail
}

function collect(raw: string, mail: ReadMail): void {
  const { headers, body } = split(raw)
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary !== undefined) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) collect(part.replace(/^\r\n/, ''), mail)
    return
  }
  const content = decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit')
  const [, file] = /^attachment; filename="?([^"]+)"?$/.exec(headers.get('content-disposition') ?? '') ?? []
  if (file !== undefined) mail.files.set(file, { type: type.replace(/;.*$/s, ''), content })
  else if (type.startsWith('text/plain')) mail.text = content.toString('utf8').replaceAll('\r\n', '\n')
  else if (type.startsWith('text/html')) mail.html = content.toString('utf8').replaceAll('\r\n', '\n')
  else mail.attachments.set((headers.get('content-id') ?? '').replace(/[<>]/g, ''), content)
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  return Buffer.from(fromQuoted(body.replaceAll('=\r\n', '')), 'latin1')
}

const fromQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(fromQuoted(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
}
