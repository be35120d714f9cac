import { type Four, puzzle } from './puzzles.ts'
import { cubeCount, drawStack, leftFront, lookArrow, rightFront, type Stack } from './stacks.ts'
import { ink, label, line, moved, rect, svg } from './svg.ts'

export const counted: Stack = [
  [3, 2, 1],
  [2, 2, 1],
  [1, 1, 0],
]
export const viewed: Stack = [
  [2, 3, 1],
  [1, 1, 1],
  [1, 0, 1],
]

const prompt = (stack: Stack, ...more: string[]) => svg(200, 172, moved(100, 82, drawStack(stack)), ...more)

/** Squares one on the other: what is seen from one side. */
export type Profile = readonly number[]
const profiles: Four<Profile> = [leftFront(viewed), rightFront(viewed), [2, 3, 2], [1, 3, 2]]
function drawProfile(heights: Profile) {
  const side = 26
  const squares = heights.flatMap((height, i) =>
    Array.from({ length: height }, (_, up) =>
      rect(9 + i * side, 58 - up * side, side, side, { fill: ink.pale }),
    ),
  )
  return svg(96, 96, line([4, 85], [92, 85], { stroke: ink.grey }), ...squares)
}

export const puzzles = [
  puzzle<number>('mc07', {
    prompt: prompt(counted),
    options: [8, 11, 13, 14],
    draw: (count) => svg(96, 96, label(48, 50, String(count), 40)),
    right: (count) => count === cubeCount(counted),
    key: String,
  }),
  puzzle<Profile>('mc10', {
    prompt: prompt(viewed, lookArrow([24, 164])),
    options: profiles,
    draw: drawProfile,
    right: (profile) => String(profile) === String(leftFront(viewed)),
    key: String,
  }),
]
