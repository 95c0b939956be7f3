import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allTests } from '#server/testing-scale.ts'
import { commandOf, identityOf } from './processes.ts'
import { aFolderForEachTest, close, data, folder, otherProcess, query, start } from './testing.ts'

aFolderForEachTest()

describe('the embedded database', () => {
  it('starts cold and warm, keeps its data, and is reachable by its socket alone', async () => {
    const cold = await start()
    await query(cold, 'create table kept as select 7 as seven')
    expect(
      await query(cold, `select current_setting('listen_addresses'), current_setting('data_checksums'), current_setting('fsync'),
          current_setting('server_encoding')`),
    )
      .toEqual(['', 'on', 'on', 'UTF8'])
    await close(cold)
    expect(existsSync(data('data', 'postmaster.pid'))).toBe(false)
    const warm = await start()
    expect(warm.state()).toBe('ready')
    expect(await query(warm, 'select seven from kept')).toEqual([7])
  })

  it.runIf(allTests)('stops with its last user', async () => {
    const first = await start()
    const second = await start()
    expect(second.pid()).toBe(first.pid())
    await close(first)
    expect(await query(second, 'select 1')).toEqual([1])
    await close(second)
    expect(identityOf(first.pid())).toBeUndefined()
  })

  it('outlives a killed application, is adopted by the next and stopped by it', async () => {
    const { child, pid } = await otherProcess()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await start()
    expect(next.pid()).toBe(pid)
    await close(next)
    expect(identityOf(pid)).toBeUndefined()
  })

  it('is started once by processes that race', async () => {
    const racing = await Promise.all([otherProcess(), otherProcess(), start()])
    const [first, second, own] = racing
    expect([first.pid, second.pid]).toEqual([own.pid(), own.pid()])
    first.child.stdin?.write('end')
    await once(first.child, 'exit')
    expect(await query(own, 'select 1')).toEqual([1])
  })

  it('says that its folder is a file', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(start(join(folder, 'file'))).rejects.toThrow('DATA_DIR is not a folder')
    await expect(start(join(folder, 'file', 'below'))).rejects.toThrow('DATA_DIR is not a folder')
    // file systems without permission to create folders; below one of them Node's recursive option never returns
    for (const closed of process.platform === 'linux' ? ['/proc/office/data', '/sys/office/data'] : [])
      await expect(start(closed)).rejects.toThrow(/DATA_DIR cannot be used: the folder \/\w+\/office cannot be made/)
  })

  it.runIf(allTests)('puts its socket elsewhere when the path would be too long', async () => {
    const server = await start(join(folder, 'long'.repeat(25), 'data'))
    expect(await query(server, 'select 1')).toEqual([1])
    const again = await start(join(folder, 'long'.repeat(25), 'data'))
    expect(again.pid()).toBe(server.pid())
    const place = readFileSync(join(folder, 'long'.repeat(25), 'data', 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    expect(statSync(place).mode & 0o777).toBe(0o700)
    await close(again)
    await close(server)
    expect(existsSync(place)).toBe(false)
  })

  it.runIf(allTests)('refuses data of another major version', async () => {
    await close(await start())
    writeFileSync(data('data', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was written by PostgreSQL 17')
  })

  it.runIf(allTests)('tells what the server said when it does not start', async () => {
    await close(await start())
    writeFileSync(data('data', 'postgresql.conf'), 'no_such_parameter = 1\n')
    await expect(start()).rejects.toThrow('no_such_parameter')
  })
})

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  it('runs as somebody without rights', async () => {
    const server = await start()
    expect(readFileSync(`/proc/${server.pid()}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
  })

  it.runIf(allTests)('runs under a folder that is closed to others', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const server = await start(join(closed, 'data'))
    expect(await query(server, 'select 1')).toEqual([1])
    await close(server)
    // The same data in an accessible folder is transferred to the unprivileged user.
    spawnSync('chmod', ['755', closed])
    expect(await query(await start(join(closed, 'data')), 'select 1')).toEqual([1])
  })

  it.runIf(allTests)('serves an ordinary user all the same', async () => {
    const name = `office-test-${process.pid}`
    expect(spawnSync('useradd', ['--no-create-home', '--shell', '/bin/sh', name]).status).toBe(0)
    try {
      const home = join(folder, 'home')
      mkdirSync(home)
      spawnSync('chown', [name, home])
      const { child, pid } = await otherProcess(join(home, 'data'), ['setpriv', `--reuid=${name}`, `--regid=${name}`, '--clear-groups',
        process.execPath])
      expect(commandOf(pid)).toContain(home)
      child.stdin?.write('end')
      await once(child, 'exit')
      expect(identityOf(pid)).toBeUndefined()
    } finally {
      spawnSync('userdel', [name])
    }
  })
})
