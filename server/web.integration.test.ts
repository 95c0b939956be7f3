import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from './web.ts'

/** A minimal product with one page and one script. */
const folder = mkdtempSync(join(tmpdir(), 'web-'))
const signal = new AbortController().signal
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const assets = () => readdirSync(join(folder, 'dist/assets')).toSorted()

beforeAll(() => {
  for (const name of ['src', 'plugins/sample/server']) mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  write('index.html', '<script type="module" src="/src/main.ts"></script>')
  write('src/main.ts', `document.title = '${'long enough to be worth compressing '.repeat(50)}'`)
  write('package.json', '{ "type": "module" }')
  write('vite.config.ts',
    `import { finishedBuild } from '${
      join(import.meta.dirname, 'http/build/vite-build.ts')
    }'\nexport default { plugins: [finishedBuild()] }`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('built pages', () => {
  it('are built where there are none, with compressed copies', async () => {
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: true, directory: join(folder, 'dist') })
    const [script, br, gz] = assets().map((name) => readFileSync(join(folder, 'dist/assets', name)))
    expect(assets().map((name) => name.replace(/-[\w-]{8}/, ''))).toEqual(['index.js', 'index.js.br', 'index.js.gz'])
    expect(brotliDecompressSync(br!)).toEqual(script)
    expect(gunzipSync(gz!)).toEqual(script)
  })
  it('are taken as they are while nothing changed, also by a test or in a server half', async () => {
    write('src/main.test.ts', 'changed')
    write('plugins/sample/server/plugin.ts', 'changed')
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: false })
  })
  it('are built again after a change, and the old ones go', async () => {
    const before = assets()
    write('src/main.ts', `document.title = 'changed'`)
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: true })
    expect(assets()).toHaveLength(1)
    expect(assets()).not.toEqual(before.slice(0, 1))
  })
  it('are built again after a build that broke off', async () => {
    rmSync(join(folder, 'dist/.build.json'))
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: true })
  })
  it('by two starts at once end as one whole build', async () => {
    write('src/main.ts', `document.title = 'changed again'`)
    await Promise.all([builtPages(folder, signal), builtPages(folder, signal)])
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: false })
    expect(readdirSync(folder).filter((name) => name.startsWith('.dist'))).toEqual([])
  })
  it('that cannot be built leave the old ones and say why', async () => {
    const before = assets()
    write('src/main.ts', `import './missing.ts'`)
    await expect(builtPages(folder, signal)).rejects.toThrow(/could not be built[^]*missing/)
    expect(assets()).toEqual(before)
  })
  it('stop building when the start fails elsewhere', async () => {
    const start = new AbortController()
    const building = builtPages(folder, start.signal)
    start.abort()
    await expect(building).rejects.toThrow('aborted')
  })
  it('are taken without sources, as in an image', async () => {
    rmSync(join(folder, 'index.html'))
    expect(await builtPages(folder, signal)).toMatchObject({ fresh: false })
    rmSync(join(folder, 'dist'), { recursive: true })
    await expect(builtPages(folder, signal)).rejects.toThrow('neither built pages')
  })
})
