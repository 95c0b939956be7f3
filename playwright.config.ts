import { defineConfig } from '@playwright/test'

/** One file per story; `e2e/run.ts` starts the product and names its address and the browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  fullyParallel: false,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env['BASE_URL'],
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      ],
    },
  },
})
