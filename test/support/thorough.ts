/** True if this run is `npm run test:all`, which also tests what a change rarely breaks. */
export const thorough = process.env.TEST_ALL !== undefined
