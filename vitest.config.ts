import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { slow } from './test/run/quick.ts'
import { onSecondPostgres } from './test/run/second-postgres.ts'
import { LongestFirst } from './test/support/longest-first.ts'

const exclude = ['**/node_modules/**', '**/dist/**', ...(process.env.TEST_QUICK ? slow : [])]
// Bounds for what hangs, not measures: a slow and busy machine needs several times what a quick one does.
const onDatabase = { testTimeout: 120_000, hookTimeout: 240_000, exclude }

// A file of its own, so that the tests do not inherit the web build's root folder.
export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    // Files of a project share a process and its modules: loading them took a quarter of the time. Each has its own database.
    isolate: false,
    // One more than there are cores at least: many tests wait for a database, a browser or a time-out.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,scoring,report,tables,content,figures,locales,bin,bench}/**/*.test.ts'],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          pool: 'threads',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: 'test/support/page-of-file.ts',
          // Of the libraries, these keep what a page says and shows: each file begins with its own.
          server: { deps: { inline: ['i18next', 'react-i18next', '@mantine/notifications'] } },
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'bundled',
          include: ['server/**/*.test.ts', 'test/{*,faults/*,run/*,security/*}.test.ts'],
          globalSetup: 'test/support/bundled-postgres.ts',
          setupFiles: 'test/support/note-statements.ts',
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'external',
          include: [...onSecondPostgres],
          globalSetup: 'test/support/external-postgres.ts',
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/built-web.ts', 'test/support/bundled-postgres.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 90_000 } },
          exclude,
        },
      },
    ],
  },
})
