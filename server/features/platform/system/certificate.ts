import { connect } from 'node:tls'

/** The reason why browsers refuse a certificate. */
export type CertificateProblem = 'expired' | 'other_name' | 'untrusted'

export interface Certificate {
  readonly subject: string
  readonly issuer: string
  readonly validUntil: Date
  /** Whole days left; below zero after its end. */
  readonly days: number
  readonly problem: CertificateProblem | null
}

/** The certificate of the public address, which a proxy usually has. */
export interface CertificateWatch {
  /** The newest one, asked for at most once an hour; undefined while none could be read. */
  read(): Promise<Certificate | undefined>
  /** The one that was read last, without waiting. */
  last(): Certificate | undefined
}

const hourMs = 3_600_000
/** An address that did not answer is asked again after a minute, and may take five seconds. */
const againMs = 60_000
const limitMs = 5_000

type Asked = Omit<Certificate, 'days'>

/** Watches the certificate of an `https:` address; undefined for any other. */
export function watchCertificate(
  publicUrl: string,
  ask: (host: string, port: number) => Promise<Asked> = askCertificate,
): CertificateWatch | undefined {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return undefined
  let known: Asked | undefined
  let asking: Promise<void> | undefined
  let nextAt = Number.NEGATIVE_INFINITY

  const refresh = async () => {
    try {
      known = await ask(hostname.replace(/^\[|\]$/g, ''), Number(port || 443))
      nextAt = performance.now() + hourMs
    } catch {
      // Shown as a certificate that could not be read.
      known = undefined
      nextAt = performance.now() + againMs
    }
    asking = undefined
  }
  const last = () =>
    known && { ...known, days: Math.floor((known.validUntil.getTime() - Date.now()) / 86_400_000) }
  return {
    last,
    async read() {
      if (asking === undefined && performance.now() >= nextAt) asking = refresh()
      await asking
      return last()
    },
  }
}

/**
 * Asks a host for its certificate. Also one that browsers refuse is read, so that the page can say why.
 * @throws when the host doesn't answer by TLS within five seconds
 */
export function askCertificate(host: string, port: number): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      servername: /[a-z]/i.test(host) ? host : '',
      rejectUnauthorized: false,
    })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(limitMs, () => fail(new Error('no TLS within five seconds')))
    socket.on('error', fail)
    socket.on('secureConnect', () => {
      const { subject, issuer, valid_to } = socket.getPeerCertificate()
      const validUntil = new Date(valid_to)
      socket.destroy()
      resolve({
        subject: nameOf(subject),
        issuer: nameOf(issuer),
        validUntil,
        problem: socket.authorized ? null : problemOf(validUntil, String(socket.authorizationError)),
      })
    })
  })
}

const nameOf = (name: { CN?: string | string[]; O?: string | string[] } | undefined) =>
  [name?.CN ?? name?.O ?? ''].flat().join(', ')

function problemOf(validUntil: Date, code: string): CertificateProblem {
  if (validUntil.getTime() < Date.now()) return 'expired'
  return code.includes('ALTNAME') ? 'other_name' : 'untrusted'
}
