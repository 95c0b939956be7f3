import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { chineseClaim, type ClaimWords, englishClaim, fileClaim } from './claim.ts'
import { signIn } from './sign-in.ts'

interface Words extends ClaimWords {
  readonly upload: RegExp
  readonly failed: string
  readonly retry: RegExp
  readonly running: string
  readonly download: (name: string) => string
}

const chinese: Words = { ...chineseClaim, upload: /^上传 附件/, failed: '上传失败！', retry: /^重试/, running: '文件尚未上传完成', download: (name) => `下载${name}` }
const english: Words = { ...englishClaim, upload: /^Upload Attachments/, failed: 'Upload Error!', retry: /^Retry/, running: 'The file has not been uploaded yet', download: (name) => `Download ${name}` }

const folder = mkdtempSync(join(tmpdir(), 'story-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const megabyte = 1024 * 1024
const trials = [{ words: chinese, width: 1440, size: 150 * megabyte }, { words: english, width: 1440, size: 6 * megabyte }]

for (const { words, width, size } of trials) {
  test(`a file arrives whole over a line that is lost (${words.language}, ${width}, ${size / megabyte} MB)`, async ({ page, browser }) => {
    test.setTimeout(600_000)
    const path = join(folder, `${words.language}-${width}.txt`)
    writeFileSync(path, randomBytes(size).toString('base64').slice(0, size))
    await signIn(page, 'employee', words.language)
    await page.setViewportSize({ width, height: 812 })
    const number = await fileClaim(page, words, (form) => attach(form, { words, path }))
    const address = page.url()

    const context = await browser.newContext({ viewport: { width, height: 812 }, timezoneId: 'Asia/Shanghai', acceptDownloads: true })
    const approver = await context.newPage()
    await signIn(approver, 'xuhaibo', words.language)
    await approver.goto(address)
    await expect(approver.getByText(number).first()).toBeVisible()
    const name = `${words.language}-${width}.txt`
    const download = approver.waitForEvent('download', { timeout: 300_000 })
    await approver.getByRole('button', { name: words.download(name) }).last().click()
    expect(await hashOf(await (await download).path())).toBe(await hashOf(path))
    await context.close()
  })
}

/** Chooses a file; the line is lost while it is sent, the form goes on meanwhile, and the line comes back. */
async function attach(page: Page, { words, path }: { words: Words; path: string }): Promise<void> {
  const sending = '**/attachment/upload**'
  let cut = () => {}
  const lost = new Promise<void>((resolve) => (cut = resolve))
  await page.route(sending, (route) => lost.then(() => route.abort('internetdisconnected')))
  await page.getByLabel(words.upload).setInputFiles(path)
  await expect(page.locator('.oa-file').getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: words.submit }).last().click()
  await expect(page.getByText(words.running).first()).toBeVisible()
  await page.context().setOffline(true)
  cut()
  await expect(page.getByText(words.failed).first()).toBeVisible()
  await page.getByRole('textbox', { name: words.title }).fill('offline')
  await page.unroute(sending)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: words.retry }).click()
  await expect(page.locator('.oa-file').getByRole('progressbar')).toHaveCount(0, { timeout: 300_000 })
  await expect(page.getByRole('button', { name: words.retry })).toBeHidden()
}

function hashOf(path: string): Promise<string> {
  return new Promise((done, failed) => {
    const hash = createHash('sha256')
    createReadStream(path).on('data', (part) => hash.update(part)).on('error', failed).on('end', () => done(hash.digest('hex')))
  })
}
