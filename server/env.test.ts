import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

describe('settings', () => {
  it('work without any variable', () => {
    expect(readEnv({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
      dataDirectory: resolve('./data'),
      databaseUrl: undefined,
      demo: true,
      demoPassword: 'Demo@2026',
      logLevel: 'info',
      trustedProxies: [],
    })
  })

  it('count an empty variable as absent', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toEqual(readEnv({}))
  })

  it('derive the public address, also of an IPv6 host', () => {
    expect(readEnv({ HOST: '::1', PORT: '3000' }).publicUrl).toBe('http://[::1]:3000')
    expect(readEnv({ PUBLIC_URL: 'https://oa.example.com/' }).publicUrl).toBe('https://oa.example.com')
  })

  it('seed no demo company into an external database unless told to', () => {
    const external = { DATABASE_URL: 'postgres://user:secret@db.example.com/oa' }
    expect(readEnv(external).demo).toBe(false)
    expect(readEnv({ ...external, DEMO: 'true' }).demo).toBe(true)
    expect(readEnv({ DEMO: 'off' }).demo).toBe(false)
  })

  it('read a number of processes, or as many as there are cores', () => {
    expect(readEnv({}).processes).toBe(1)
    expect(readEnv({ PROCESSES: '4' }).processes).toBe(4)
    expect(readEnv({ PROCESSES: 'auto' }).processes).toBe(availableParallelism())
    for (const wrong of ['0', '33', 'many', '1.5'])
      expect(() => readEnv({ PROCESSES: wrong })).toThrow('PROCESSES: must be auto or a number from 1 to 32')
  })

  it('read a list of proxies', () => {
    expect(readEnv({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1' }).trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16', '::1'])
    expect(readEnv({ TRUST_PROXY: 'off' }).trustedProxies).toEqual([])
  })

  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'oa.example.com'],
    ['PUBLIC_URL', 'ftp://oa.example.com'],
    ['DATABASE_URL', 'mysql://db/oa'],
    ['DATABASE_URL', 'postgres://one:5432,two:many/oa'],
    ['DATABASE_POOLER_URL', 'pooler:6432'],
    ['DATABASE_POOL', '1'],
    ['DEMO', 'maybe'],
    ['DEMO_PASSWORD', '12345'],
    ['DEMO_TODAY', '2026-02-30'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everybody'],
    ['MEETING_URL', 'meetings'],
    ['MINI_PROGRAM_URL', 'javascript:alert(1)'],
    ['REQUESTS_PER_MINUTE', '10'],
    ['CONFIRMATION_DAYS', '0'],
  ])('name the variable with a wrong value: %s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`environment\\. ${name}: `))
  })

  it('name every wrong variable at once', () => {
    expect(() => readEnv({ PORT: 'x', DEMO: 'y' })).toThrow(/PORT: .*DEMO: /)
  })

  it('read a database of several hosts, with a pooler and standbys, which need it', () => {
    const [hosts, pooler, standbys] = [5432, 6432, 5433].map((port) => `postgres://user:secret@one:${port},two:${port}/oa`)
    const read = readEnv({ DATABASE_URL: hosts, DATABASE_POOLER_URL: pooler, DATABASE_REPLICA_URL: standbys })
    expect([read.databaseUrl, read.databasePooler, read.databaseReplicas]).toEqual([hosts, { url: pooler, prepared: false }, standbys])
    expect([readEnv({}).databasePooler, readEnv({}).databaseReplicas]).toEqual([undefined, undefined])
    for (const [name, value] of Object.entries({ DATABASE_POOLER_URL: pooler, DATABASE_REPLICA_URL: standbys }))
      expect(() => readEnv({ [name]: value })).toThrow(`${name}: needs DATABASE_URL`)
  })

  it('need what belongs together', () => {
    expect(() => readEnv({ OIDC_ISSUER: 'https://id.example.com/realms/oa' })).toThrow(
      'OIDC_CLIENT_ID: is needed together with OIDC_ISSUER',
    )
    expect(readEnv({ OIDC_ISSUER: 'https://id.example.com/realms/oa', OIDC_CLIENT_ID: 'oa' }).identityProvider).toEqual({
      issuer: 'https://id.example.com/realms/oa',
      clientId: 'oa',
    })
  })
})
