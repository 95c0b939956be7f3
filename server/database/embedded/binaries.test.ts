import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Binaries, copyBinaries, findBinaries, withLinks } from './binaries.ts'

let folder: string
let binaries: Binaries
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binaries-'))
  const native = join(folder, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library')
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]))
  binaries = { native, version: '18.0.0' }
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the programs of PostgreSQL', () => {
  it('are found on this platform', () => {
    expect(findBinaries().version).toMatch(/^18\./)
  })

  it('get their missing links, which a package cannot hold', () => {
    expect(withLinks(binaries, join(folder, 'cache'))).toEqual(binaries)
    expect(readlinkSync(join(binaries.native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
    expect(withLinks(binaries, join(folder, 'cache'))).toEqual(binaries)
  })

  it('are copied complete, once per version, and older copies go', () => {
    const cache = join(folder, 'cache')
    mkdirSync(join(cache, '17.0.0'), { recursive: true })
    mkdirSync(join(cache, '18.0.0.unfinished', 'half'), { recursive: true })
    const copy = copyBinaries(binaries, cache)
    expect(readFileSync(join(copy.native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
    writeFileSync(join(copy.native, 'mark'), 'kept')
    expect(readFileSync(join(copyBinaries(binaries, cache).native, 'mark'), 'utf8')).toBe('kept')
    expect(() => readFileSync(join(cache, '17.0.0'))).toThrow('ENOENT')
  })
})
