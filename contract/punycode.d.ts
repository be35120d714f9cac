// punycode.js ships no types; these are the parts the contract uses.
declare module 'punycode.js' {
  const punycode: {
    /** A domain in Punycode. @throws RangeError for a label that can't be encoded */
    toASCII(domain: string): string
    /** A domain in its own letters. @throws RangeError for a label that is no Punycode */
    toUnicode(domain: string): string
  }
  export default punycode
}
