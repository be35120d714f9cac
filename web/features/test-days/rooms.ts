/** The most rooms of a test day, and the longest name of one. */
const most = 20
const longest = 60

/** Rooms as somebody types them, between commas or line breaks; each once. */
export const roomsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((room) => room.trim().replace(/\s+/g, ' '))
      .filter((room) => room !== ''),
  ),
]

export const tooManyRooms = (rooms: readonly string[]): boolean =>
  rooms.length > most || rooms.some((room) => room.length > longest)
