import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { accessibleSelects, chunkGroups, declarationsAsData, finishedBuild } from '#server/http/build/vite-build.ts'

/** The started product, for `npm run dev`: pages from here, calls from there. */
const backend = 'http://127.0.0.1:8080'

const excluded = ['node_modules/**', 'dist/**', 'e2e/**', 'bench/**']

/** Tests that take long and try at length what others try in short: run with `TESTS=all`, or where a path is named. */
const longer = [
  'plugins/archive/server/crash.integration.test.ts',
  'plugins/demo/server/life.integration.test.ts',
  'plugins/expenses/types/expenseReimbursement/crash.integration.test.ts',
  'plugins/production/types/forecast/two-thousand-rows.integration.test.ts',
  'plugins/statistics/server/agreement.integration.test.ts',
  'server/database/standby.integration.test.ts',
]
const leftOut = process.env['TESTS'] === 'all' || process.argv.slice(2).some((argument) => argument.includes('/')) ? [] : longer

export default defineConfig({
  plugins: [react(), declarationsAsData('/resources/declarations.ts'), accessibleSelects(), finishedBuild()],
  // Replaced in every answer of the page; styles that scripts add carry it.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    outDir: 'dist',
    // A data: address would be a hole in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // A dynamic import of a module that is also imported statically splits nothing.
      onLog: (level, log, report) => {
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        report(level, log)
      },
      // Imported by others for a feature that no page uses, and not declared free of side effects.
      treeshake: {
        moduleSideEffects: [{
          test: /node_modules\/(papaparse|error-stack-parser|stackframe|rc-field-form|@rc-component\/async-validator)\//,
          sideEffects: false,
        }],
      },
      output: {
        codeSplitting: {
          groups: [...chunkGroups],
        },
      },
    },
  },
  server: { proxy: { '/api': backend, '/idp': backend, '/public': backend, '/docs': backend, '/ws': { target: backend, ws: true } } },
  test: {
    pool: 'forks',
    // One more than the cores of a small machine: tests wait for databases and processes for a third of their time.
    maxWorkers: 3,
    // A tenth of a page test is collection of young garbage with the usual 16 MB.
    execArgv: ['--max-semi-space-size=64'],
    // Only what hangs is to fail by it, on a machine that is a tenth as fast, too.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // React says so of each update of an act that `browser-test-act` follows while its test waits.
    onConsoleLog: (text) => !text.includes('The current testing environment is not configured to support act'),
    projects: [
      // Files of one worker share their modules: to load the product takes longer than most tests. No test may leave state in a module.
      { extends: true,
        test: { name: 'unit', environment: 'node', isolate: false, include: ['**/*.test.ts'],
          exclude: [...excluded, '**/*.integration.test.ts'] } },
      { extends: true,
        test: { name: 'integration', environment: 'node', isolate: false, include: ['**/*.integration.test.ts'],
          exclude: [...excluded, ...leftOut], globalSetup: ['server/database/testing-setup.ts'] } },
      // The router is one module for the pages and for Refine's binding, as in the build.
      { extends: true,
        test: { name: 'browser', environment: 'happy-dom', isolate: false, include: ['**/*.test.tsx'], exclude: excluded,
          setupFiles: ['src/browser-test-setup.ts'], server: { deps: { inline: [/@refinedev\/react-router/] } } } },
    ],
  },
})
