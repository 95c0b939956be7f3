import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing-port.ts'
import { isAnswering, stop } from '../e2e/product.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'

/**
 * The largest upload compared with a plain write of the same bytes to the same disk, ten concurrently, with the server's memory, for
 * files on disk or (`-- uploads s3`) in an object store in this process.
 */
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const store = process.argv[3] === 's3' ? await objectStore() : undefined
const product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
  env: { ...process.env, ...store?.settings, PORT: String(port), DATA_DIR: folder, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'error' },
  stdio: 'ignore',
})
try {
  await isAnswering(`${address}/public/health`, product, { minutes: 15 })
  await isQuiet()
  const authorization = await bearer()
  const large = randomBytes(largestFile - 1)
  const plain = await written(large)
  await upload(authorization, 'warm.txt', large.subarray(0, 1_000_000))

  const one = await measured(() => upload(authorization, 'large.txt', large))
  console.log(
    `upload of ${megabytes(large.length)} MB: ${one.seconds.toFixed(1)} s; a plain write and flush: ${plain.toFixed(1)} s; ratio ${
      (one.seconds / plain).toFixed(1)
    }; the server grew by ${megabytes(one.growth)} MB (goal 60)`,
  )

  const parts = Array.from({ length: 10 }, (_, index) => large.subarray(index * 20_000_000, (index + 1) * 20_000_000))
  const ten = await measured(() => Promise.all(parts.map((part, index) => upload(authorization, `${index}.txt`, part))))
  const right = await Promise.all(ten.answer.map(async (id, index) => hash(await download(authorization, id)) === hash(parts[index]!)))
  console.log(
    `ten of 20 MB at once: ${ten.seconds.toFixed(1)} s; the server grew by ${megabytes(ten.growth)} MB; ${
      right.filter(Boolean).length
    } of 10 came back as they were`,
  )
} finally {
  await stop(product)
  await store?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function upload(authorization: string, name: string, bytes: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)]), name)
  const answer = await fetch(`${address}/oaserver/attachment/upload`, { method: 'POST', headers: { authorization }, body })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { id: string } }
  if (code !== 200) throw new Error(msg)
  return data.id
}

async function download(authorization: string, id: string): Promise<Buffer> {
  const answer = await fetch(`${address}/oaserver/attachment/download?id=${id}`, { headers: { authorization } })
  return Buffer.from(await answer.arrayBuffer())
}

async function measured<Answer>(work: () => Promise<Answer>) {
  const before = resident()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, resident())), 20)
  const begun = performance.now()
  const answer = await work()
  const seconds = (performance.now() - begun) / 1000
  clearInterval(timer)
  return { answer, seconds, growth: most - before }
}

/** Waits until the server has been nearly idle for five seconds, since it analyses its flows after the start, which takes memory. */
async function isQuiet(): Promise<void> {
  for (let seconds = 0, before = worked(); seconds < 5;) {
    await sleep(1000)
    const now = worked()
    seconds = now - before < 0.05 ? seconds + 1 : 0
    before = now
  }
}

/** Processor time of the server so far, seconds. */
function worked(): number {
  const fields = readFileSync(`/proc/${product.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function objectStore() {
  const { default: S3rver } = await import('s3rver')
  const server = new S3rver({ port: 0, silent: true, directory: join(folder, 'objects'),
    configureBuckets: [{ name: 'files', configs: [] }] })
  const { port: at } = (await server.run()) as AddressInfo
  return { settings: { S3_ENDPOINT: `http://127.0.0.1:${at}/files`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    close: () => server.close() }
}

/** Resident memory of the server's process, bytes. */
function resident(): number {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Seconds for writing and flushing bytes to the same disk. */
async function written(bytes: Buffer): Promise<number> {
  const begun = performance.now()
  const file = await open(join(folder, 'plain'), 'w')
  for (let at = 0; at < bytes.length; at += 65_536) await file.write(bytes.subarray(at, at + 65_536))
  await file.sync()
  await file.close()
  return (performance.now() - begun) / 1000
}

async function bearer(): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'oa-cli', username: 'employee',
    password: process.env['DEMO_PASSWORD'] ?? 'Demo@2026', scope: 'openid' })
  const answer = await fetch(`${address}/idp/realms/oa/protocol/openid-connect/token`, { method: 'POST', body })
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}
