/** Nobody knows whether the mail went out: the connection ended before the mail server had answered. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}
