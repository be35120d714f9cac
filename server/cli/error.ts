/** A mistake of the person who typed the command, one line each; ours show where they happened. */
export class CliError extends Error {
  override name = 'CliError'
}
