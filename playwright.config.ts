import { defineConfig } from '@playwright/test'
import { productOfWorker } from './e2e/product.ts'

/** A story's English differs from its Chinese in words only, so each is told in one of them: `TESTS=all` tells them in both. */
const toldInChinese = [
  'countersigned, handed on',
  'SAP refuses',
  'keeps the budgets of a year',
  'a part of the company to see',
  'moves a department',
  'the claims of a company are narrowed',
  'five documents are decided',
  'reads cost centres',
  'over a line that is lost',
  'on a desktop an expense of five invoices',
]
const toldInEnglish = [
  'files a claim and it is paid',
  'rates in a file',
  'twenty documents',
  'keeps the currencies',
  'sets rates by the year',
  'found from the keyboard',
  'sees the own department',
  'on a phone an expense of five invoices',
]
/** Told with `TESTS=all` or by name only: they take long, or go a way again that another story goes. */
const longer = [
  'a claim goes back, is countersigned',
  'a buyer pays what a vendor is owed',
  'applies for a trip with a colleague',
  'proposes an improvement',
  'asks for a taxi',
  'the vouchers of a journey write its claim',
  'a file arrives whole over a line',
  'moves a department after seeing',
  'a head sees the own department',
  'begins with the values of an earlier one',
  'who of the unit travels',
  'usable by everyone in dark',
  'claims a trip that is over',
  'what was passed together is sent',
  'five documents are decided in the review',
  'sets rates by the year',
  'reads cost centres',
  'messages on a telephone',
  'on the host name localhost',
  'on a phone an expense of five invoices',
  'as soon as a trip is linked wait',
  'also beside the first table that takes invoices',
  'two processes are one product',
  'sign in at the company’s provider',
  'one invoice is split over two rows',
  'finance keeps the currencies',
  'the claims of a company are narrowed',
  'finance follows a figure of the statistics',
  'a message comes by itself',
].map((title) => new RegExp(title))
const otherLanguage = [new RegExp(`(${toldInChinese.join('|')}).*\\(EN`), new RegExp(`(${toldInEnglish.join('|')}).*\\(中`)]

/** One file per story; `e2e/run.ts` starts a product for each worker and names the browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.story.ts',
  grepInvert: process.env['TESTS'] === 'all' ? [] : [...otherLanguage, ...(process.env['NAMED'] ? [] : longer)],
  fullyParallel: false,
  // A story that only passes when it is told again is reported as flaky: it waits for time instead of an event, and is to be mended.
  retries: 1,
  // The browser, the product and its database may share few cores.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: productOfWorker()?.address,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Shanghai',
    // A menu that is still growing is clicked beside the entry that is meant.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
