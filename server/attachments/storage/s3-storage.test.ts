import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Storage, type Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 's3-'))
const server = new S3rver({ port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'files', configs: [] }] })
let storage: Storage
let port: number

const storageOf = (accessKeyId: string, at = port) =>
  s3Storage({ endpoint: `http://127.0.0.1:${at}/files`, region: 'us-east-1', accessKeyId, secretAccessKey: 'S3RVER' })

beforeAll(async () => {
  port = ((await server.run()) as AddressInfo).port
  storage = storageOf('S3RVER')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const chunked = (bytes: Buffer) =>
  Readable.from((function*() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  })())

const mebibyte = 1024 * 1024

describe('a store that does not answer', () => {
  /** A store that sends no answer; with `head`, the start of an answer only. */
  async function mute(head: string, work: (silent: Storage) => Promise<void>) {
    const silent = createServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.write(head)))
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
    const sockets = new Set<Socket>()
    silent.on('connection', (socket) => sockets.add(socket))
    const settings = { endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/files`, region: 'us-east-1',
      accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    await work(s3Storage(settings, 50)).finally(() => sockets.forEach((socket) => socket.destroy()))
    await new Promise((done) => silent.close(done))
  }

  it.each([['nothing', ''], ['no more than a head', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nab']])('but says %s ends every call',
    async (_, head) => {
      await mute(head, async (silent) => {
        const calls = [buffer(silent.read('x')), buffer(silent.read('x', { start: 0, end: 9 })), ...(head === '' ?
          [silent.size('x'), silent.remove('x'), silent.write('x', Readable.from([Buffer.from('x')])),
            silent.write('x', chunked(randomBytes(6 * mebibyte)))] :
          [])]
        const ends = await Promise.allSettled(calls)
        expect(ends.map((end) => end.status === 'rejected' && (end.reason as Error).name)).toEqual(calls.map(() => 'OutsideUnavailable'))
      })
    })
})

describe('a file in the object store', () => {
  it.each([['without a byte', 0], ['of one byte', 1], ['of a part', 5 * mebibyte], ['of a part and a byte', 5 * mebibyte + 1], [
    'of several parts',
    20 * mebibyte + 7,
  ]])(
    '%s comes back as it was',
    async (_, size) => {
      const bytes = randomBytes(size)
      const path = `2026/11/${size}.bin`
      expect(await storage.write(path, chunked(bytes))).toEqual({ size, sha256: createHash('sha256').update(bytes).digest('hex') })
      expect((await buffer(storage.read(path))).equals(bytes)).toBe(true)
    },
  )

  it('comes back in part', async () => {
    const bytes = randomBytes(6 * mebibyte)
    await storage.write('2026/11/part.bin', chunked(bytes))
    expect(await storage.size('2026/11/part.bin')).toBe(6 * mebibyte)
    const read = (start: number, end: number) => buffer(storage.read('2026/11/part.bin', { start, end }))
    expect((await read(5 * mebibyte - 3, 5 * mebibyte + 3)).equals(bytes.subarray(5 * mebibyte - 3, 5 * mebibyte + 3))).toBe(true)
    expect((await read(6 * mebibyte - 1, 6 * mebibyte)).equals(bytes.subarray(-1))).toBe(true)
  })

  it('is gone once it is removed', async () => {
    await storage.write('2026/11/gone.txt', Readable.from([Buffer.from('x')]))
    await storage.remove('2026/11/gone.txt')
    expect(await storage.size('2026/11/gone.txt')).toBeUndefined()
    // repeats an interrupted deletion
    await storage.remove('2026/11/gone.txt')
    await expect(buffer(storage.read('2026/11/gone.txt'))).rejects.toThrow('is not in the store')
  })

  it.each([['in one part', 3], ['in several', 9 * mebibyte]])('leaves nothing where its sender breaks off, sent %s', async (_, size) => {
    const path = `2026/11/broken-${size}.bin`
    const broken = Readable.from((async function*() {
      yield randomBytes(size)
      throw new Error('the line is cut')
    })())
    await expect(storage.write(path, broken)).rejects.toThrow('the line is cut')
    await expect(buffer(storage.read(path))).rejects.toThrow('is not in the store')
  })

  it('is refused to a stranger, and fails where nobody listens', async () => {
    await expect(storageOf('STRANGER').write('2026/11/x.txt', Readable.from([Buffer.from('x')]))).rejects.toThrow('403')
    await expect(storageOf('S3RVER', 1).write('2026/11/x.txt', Readable.from([Buffer.from('x')]))).rejects.toThrow(/./)
  })
})
