import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import serverPlugins from '#resources/server.ts'
import { migrationSets } from '#server/compose.ts'
import { open } from '#server/database/open.ts'
import { allTests } from '#server/testing-scale.ts'
import { databaseFolder } from '#server/testing-folder.ts'

const log = pino({ level: 'silent' })

/** Runs a command as npm does. */
async function run(name: string, dataDirectory: string, ...parameters: string[]) {
  const script = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDirectory },
  })
  const said: string[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said.join('') }
}

describe('npm run backup and npm run restore', () => {
  let folder: string
  beforeAll(() => {
    folder = databaseFolder('commands-')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.runIf(allTests)('carry the database of a running product into an empty one, and nowhere else', async () => {
    const [data, elsewhere, file] = [join(folder, 'data'), join(folder, 'elsewhere'), join(folder, 'backup.gz')]
    const product = await open({ databaseUrl: undefined, dataDirectory: data, databasePool: 2, processes: 1 }, log)
    await product.migrate(migrationSets(serverPlugins))
    expect(await run('backup', data, file)).toMatchObject({ code: 0, said: expect.stringContaining('Backup written') as unknown })
    expect((await product.health()).state).toBe('ready')
    expect(await run('restore', data, file)).toMatchObject({ code: 1,
      said: expect.stringContaining('only into an empty database') as unknown })
    await product.close()
    expect(await run('restore', elsewhere, file)).toMatchObject({ code: 0, said: expect.stringContaining('Restored') as unknown })
  }, 360_000)

  it('say how they are called, and what went wrong', async () => {
    expect(await run('backup', join(folder, 'data'))).toMatchObject({ code: 2,
      said: expect.stringContaining('npm run backup -- FILE') as unknown })
    const mistyped = join(folder, 'mistyped')
    for (const [name, ...parameters] of [['backup', join(folder, 'none.gz')], ['check-data']] as const) {
      expect(await run(name, mistyped, ...parameters)).toMatchObject({ code: 1,
        said: expect.stringContaining(`There is no database in ${mistyped}`) as unknown })
    }
    expect(existsSync(mistyped)).toBe(false)
    expect(await run('restore', join(folder, 'empty'), join(folder, 'nowhere.gz'))).toMatchObject({ code: 1,
      said: expect.stringContaining('ENOENT') as unknown })
  }, 360_000)
})
