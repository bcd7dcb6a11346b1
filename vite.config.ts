import { existsSync, readFileSync } from 'node:fs'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vitest/config'
import { chunkName, groups } from './src/app/build/chunks.ts'
import { contractWires } from './src/app/build/contract-wires.ts'
import { critical } from './src/app/build/critical.ts'
import { finish } from './src/app/build/finish.ts'
import { fromHead } from './src/app/build/from-head.ts'
import { head, isEarly } from './src/app/build/head.ts'
import { leanRouter } from './src/app/build/lean-router.ts'
import { leanSignals } from './src/app/build/lean-signals.ts'
import { licences } from './src/app/build/licences.ts'
import { pages } from './src/app/build/pages.ts'
import { preloadHelper } from './src/app/build/preload-helper.ts'
import { scannerResolver } from './src/app/build/scanner-resolver.ts'
import { shortKeys } from './src/app/build/short-keys.ts'
import { shortNames } from './src/app/build/short-names.ts'
import { smaller } from './src/app/build/smaller.ts'
import { sprite } from './src/app/build/sprite.ts'
import { styles } from './src/app/build/styles.ts'
import { words } from './src/app/build/words.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
// As the server reads it: `npm run dev` hands its port on.
const api = `http://127.0.0.1:${process.env.PORT || 3000}`
// On a busy machine everything comes late; a second of polling, as vitest has it of itself, is too short for it.
// What failed is told by its message, where a cut log has nothing else: lists are spelled out there.
const patient = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  chaiConfig: { truncateThreshold: 800 },
}
// Test files that share nothing run side by side, on all processors; those with a browser and all processes of the world
// in pairs, and the long ways of people through all of it one by one: in pairs one fails now and then that passes alone.
const sideBySide = { maxWorkers: '100%' } as const
const inPairs = { maxWorkers: 2 } as const
const oneByOne = { fileParallelism: false } as const
const long = 'tests/journeys/{account,card-rules,cards,lost-start,main-job,odd-storage,second-factor}.test.ts'
// Of the faults the one that kills processes; all others are made in one.
const killed = 'tests/faults/crash.test.ts'
// What tells by the clock how the machine keeps up has it for itself, a file at a time.
const timed = ['tests/faults/{crowd,strained}.test.ts', 'tests/journeys/{feel,first-paint,walk}.test.ts']
const database = { globalSetup: ['tests/fixtures/postgres.ts'], ...patient }
const builtApp = {
  ...database,
  globalSetup: [...database.globalSetup, 'tests/fixtures/built.ts', 'tests/fixtures/town-database.ts'],
}

// Where the machine has Debian's PostgreSQL, the API is tested on that, the ledger on both, and all else on the embedded one;
// elsewhere the run says what it left out.
const systemPostgres = existsSync('/usr/lib/postgresql')
const onSystemPostgres = {
  extends: false,
  test: {
    name: 'postgres',
    include: ['tests/{api,ledger}/**/*.test.ts'],
    env: { TEST_DATABASE: 'system' },
    sequence: { groupOrder: 1 },
    ...sideBySide,
    ...database,
  },
}

// Whoever builds gets the app as it is shipped, tests too, which have an environment of their own.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

export default defineConfig({
  plugins: [
    contractWires(),
    fromHead(),
    words(),
    pages(),
    sprite(),
    scannerResolver(),
    leanRouter(),
    leanSignals(),
    preloadHelper(),
    shortKeys(),
    shortNames(),
    smaller(),
    styles(),
    critical(),
    head(),
    licences(),
    preact({ reactAliasesEnabled: true }),
    finish(),
  ],
  define: { __VERSION__: JSON.stringify(version), __EARLY__: `${isEarly}` },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'index.html',
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups },
        entryFileNames: chunkName,
        chunkFileNames: chunkName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/hooks': api, '/check': api } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          environment: 'happy-dom',
          include: ['src/app/**/*.test.{ts,tsx}'],
          setupFiles: ['src/app/testing/setup.ts'],
          ...patient,
          ...sideBySide,
        },
      },
      // The server's tests see the contract as it is, not as phones get it: none of the plugins above.
      {
        extends: false,
        test: {
          name: 'unit',
          include: ['src/{contract,server,sandbox}/**/*.test.ts'],
          ...patient,
          ...sideBySide,
        },
      },
      {
        extends: false,
        test: {
          name: 'integration',
          include: [
            'tests/*.test.ts',
            'tests/{api,faults,identity,jobs,ledger,ops,ports,races}/**/*.test.ts',
          ],
          exclude: [killed, ...timed, ...(systemPostgres ? ['tests/api/**'] : [])],
          sequence: { groupOrder: 1 },
          ...sideBySide,
          ...database,
          globalSetup: [...database.globalSetup, ...(systemPostgres ? [] : ['tests/fixtures/left-out.ts'])],
        },
      },
      {
        extends: false,
        test: {
          name: 'world',
          include: [killed, 'tests/{journeys,visual}/**/*.test.ts'],
          exclude: [long, ...timed],
          // `npm run test:visual -- --update` keeps what is seen.
          env: { RENEW_PICTURES: process.argv.includes('--update') ? '1' : '' },
          sequence: { groupOrder: 2 },
          ...builtApp,
          ...inPairs,
        },
      },
      {
        extends: false,
        test: {
          name: 'journeys',
          include: [long],
          sequence: { groupOrder: 3 },
          ...builtApp,
          ...oneByOne,
        },
      },
      {
        extends: false,
        test: {
          name: 'timed',
          include: timed,
          sequence: { groupOrder: 4 },
          ...builtApp,
          ...oneByOne,
        },
      },
      ...(systemPostgres ? [onSystemPostgres] : []),
    ],
  },
})
