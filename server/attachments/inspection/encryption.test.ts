import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isEncrypted } from '../upload.ts'

const isFileEncrypted = (extension: string, bytes: Buffer) =>
  isEncrypted(extension, { head: bytes.subarray(0, 1024), size: bytes.length, read: async (start, end) => bytes.subarray(start, end) })

/** An archive of entries, each plain or with the encryption flag. */
function zip(...flags: readonly number[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  for (const [index, flag] of flags.entries()) {
    const [name, data] = [Buffer.from(`${index}.txt`), deflateRawSync('content')]
    const local = Buffer.alloc(30)
    local.writeUInt32BE(0x504b0304)
    local.writeUInt16LE(flag, 6)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32BE(0x504b0102)
    entry.writeUInt16LE(flag, 8)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0), 42)
    parts.push(local, name, data)
    directory.push(entry, name)
  }
  const end = Buffer.alloc(22)
  end.writeUInt32BE(0x504b0506)
  end.writeUInt16LE(flags.length, 10)
  end.writeUInt32LE(directory.reduce((sum, { length }) => sum + length, 0), 12)
  end.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0), 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** A compound file with one stream of this name. */
function container(name: string): Buffer {
  const bytes = Buffer.alloc(4096)
  bytes.writeUInt32BE(0xd0cf11e0)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(2, 48)
  bytes.write(name, 3 * 512 + 128, 'utf16le')
  return bytes
}

/** A compound file whose header declares sectors of 2 to the power of this exponent bytes. */
function withSectors(exponent: number): Buffer {
  const bytes = container('EncryptedPackage')
  bytes.writeUInt16LE(exponent, 30)
  return bytes
}

const pdf = (trailer: string, length = 0) =>
  Buffer.from(`%PDF-1.7\n1 0 obj << >> endobj\n${' '.repeat(length)}trailer << ${trailer} >>\n%%EOF`)

describe('a file with a password', () => {
  it.each([
    ['zip', zip(1)],
    ['zip', zip(0, 0, 1)],
    ['docx', zip(0, 1)],
    ['ofd', zip(1)],
    ['xlsx', container('EncryptedPackage')],
    ['pdf', pdf('/Root 1 0 R /Encrypt 5 0 R', 200_000)],
    ['pdf', pdf('/Encrypt<</V 4>>')],
  ])('is known, a %s', async (extension, bytes) => expect(await isFileEncrypted(extension, bytes)).toBe(true))
})

it('an Office file whose container names sectors that do not exist is read no further than its head', async () => {
  const read: number[] = []
  const bytes = withSectors(24)
  await isEncrypted('docx', { head: bytes.subarray(0, 1024), size: 2 ** 31, read: async (start, end) => {
    read.push(end - start)
    return Buffer.alloc(0)
  } })
  expect(read).toEqual([])
})

describe('a file without one', () => {
  it.each([
    ['zip', zip(0)],
    ['zip', zip()],
    ['xlsx', zip(0, 8)],
    ['docx', container('WordDocument')],
    ['pdf', pdf('/Root 1 0 R')],
    ['pdf', pdf('/EncryptMetadata true')],
    ['zip', Buffer.from('504b030400', 'hex')],
    ['txt', zip(1)],
    ['xlsx', container('x').subarray(0, 512)],
    ['xlsx', container('x').subarray(0, 40)],
    ['xlsx', container('x').subarray(0, 3)],
    ['xlsx', withSectors(24)],
    ['xlsx', withSectors(65_535)],
    ['zip', Buffer.concat([zip(0).subarray(0, -6), Buffer.from('ffffffffffff', 'hex')])],
  ])('passes, a %s', async (extension, bytes) => expect(await isFileEncrypted(extension, bytes)).toBe(false))
})
