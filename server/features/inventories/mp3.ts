/** Longer than any text of a test; a device fetches all recordings of a section. */
const longestSeconds = 120

/** Bit rates in kbit/s, by the four bits of a frame's header; layer III alone. */
const bitRates = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const sampleRates = [44_100, 48_000, 32_000] as const

/** The length of the frame that begins here, in bytes and in seconds; undefined where none does. */
function frameAt(file: Uint8Array, at: number): { bytes: number; seconds: number } | undefined {
  const [sync = 0, kind = 0, rates = 0] = file.subarray(at, at + 3)
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (kind & 0x06) !== 0x02) return undefined
  // MPEG 1, 2 or 2.5; the second value is reserved.
  const version = (kind >> 3) & 3
  const sampleRate = sampleRates[(rates >> 2) & 3]
  const kbits = bitRates[version === 3 ? 'first' : 'later'][rates >> 4]
  if (version === 1 || sampleRate === undefined || !kbits) return undefined
  const hertz = sampleRate / { 0: 4, 2: 2, 3: 1 }[version as 0 | 2 | 3]
  const samples = version === 3 ? 1152 : 576
  return {
    bytes: Math.floor((samples * kbits * 125) / hertz) + ((rates >> 1) & 1),
    seconds: samples / hertz,
  }
}

/** The beginning of the sound, after the tag that most programs write in front of it. */
function afterTag(file: Uint8Array): number {
  if (Buffer.from(file.subarray(0, 3)).toString('latin1') !== 'ID3') return 0
  const size = [...file.subarray(6, 10)].reduce((sum, seven) => (sum << 7) | (seven & 0x7f), 0)
  return 10 + size
}

/**
 * The sound of an MP3 file and its length. What is before and after the frames is left out: tags name people and places,
 * and may hold pictures. Every frame is looked at, so a file of another kind with a fitting beginning is none.
 * @returns undefined for what is no MP3 file, or is too long
 */
export function readMp3(file: Uint8Array): { bytes: Buffer; seconds: number } | undefined {
  const start = afterTag(file)
  let [at, seconds] = [start, 0]
  for (let frame = frameAt(file, at); frame && at + frame.bytes <= file.length; frame = frameAt(file, at)) {
    at += frame.bytes
    seconds += frame.seconds
  }
  // A tag behind the sound begins with TAG or APE; anything else means that the file is damaged.
  const rest = Buffer.from(file.subarray(at, at + 3)).toString('latin1')
  if (at === start || seconds > longestSeconds || !['', 'TAG', 'APE'].includes(rest)) return undefined
  return { bytes: Buffer.from(file.subarray(start, at)), seconds }
}
