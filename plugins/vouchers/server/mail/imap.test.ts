import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCertificate } from './testing-certificate.ts'
import { testMailbox, type TestMailbox } from './testing-mailbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'imap-'))
const certificate = testCertificate()
const known = join(folder, 'known.pem')
let mailbox: TestMailbox
beforeAll(async () => {
  writeFileSync(known, certificate.cert)
  mailbox = await testMailbox(certificate)
})
afterAll(async () => {
  await mailbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Reads the mailbox in a child process, because trusted certificates are loaded at process start. */
async function reading(settings: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'testing-read-over-tls.ts')],
    { env: { ...process.env, INVOICE_IMAP_URL: mailbox.url, ...settings } })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

it('is read over TLS where its certificate is known', async () => {
  mailbox.clear()
  const uid = mailbox.put(Buffer.from('Subject: one\r\n\r\nbody\r\n'))
  expect(mailbox.url).toMatch(/^imaps:/)
  expect(await reading({ NODE_EXTRA_CA_CERTS: known })).toEqual({ sizes: [22] })
  expect(mailbox.read()).toEqual([uid])
})

it('is not spoken to where its certificate is unknown: the password stays here', async () => {
  const before = mailbox.connections
  expect(await reading({ NODE_EXTRA_CA_CERTS: '' })).toEqual({ failure: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) as unknown })
  expect(mailbox.connections).toBe(before)
})

it('is not spoken to without TLS where that is asked for', async () => {
  const plain = await testMailbox()
  try {
    expect(await reading({ INVOICE_IMAP_URL: plain.url.replace('imap:', 'imaps:'), NODE_EXTRA_CA_CERTS: known })).toHaveProperty('failure')
  } finally {
    await plain.close()
  }
})
