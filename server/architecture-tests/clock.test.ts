import { expect, it } from 'vitest'
import { sources } from './sources.ts'

/**
 * Files with expiry times that are written and compared by the database's clock, which several processes share, and that no person reads.
 */
const expiring: readonly string[] = ['server/identity/accounts/', 'server/identity/provider/', 'server/identity/sessions/',
  'server/idempotency/', 'server/imports/runs/', 'server/prints/progress.ts']

/** The clock itself, and the time of a build, which is not part of the running product. */
const clocks: readonly string[] = ['server/system-clock.ts', 'server/http/build/']

/** Files that may read the system time: migrations, which are never changed, tests, and test data. */
const isExempt = (path: string): boolean =>
  /\.test\.ts$|(^|\/)testing[a-z-]*\.ts$|(^|\/)(architecture-tests|migrations)\/|migrations?(-[a-z-]+)?\.ts$/.test(path)

const isServer = (path: string): boolean => /^(server|plugins\/[^/]+\/server)\//.test(path)
const code = sources(['server', 'plugins'], /\.ts$/).filter(({ path }) => isServer(path) && !isExempt(path))
const of = (paths: readonly string[], path: string): boolean => paths.some((each) => path.startsWith(each))

const asks = /\bnew Date\(\)|(?<![.#\w])now\(\)(?!:)|\b(?:clock|statement|transaction)_timestamp\(\)/

it('a record is made and changed at the time of the unit of work, by the one clock of the host', () => {
  for (const text of ['update_time: sql<Date>`now()`', 'set at = now() where', 'const at = new Date()', '> clock_timestamp()'])
    expect(asks.test(text)).toBe(true)
  for (const text of ['clock.now()', 'this.#now()', 'new Date(at)', 'now(): Date']) expect(asks.test(text)).toBe(false)
  const found = code.filter(({ path, text }) => !of([...expiring, ...clocks], path) && asks.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

it('who wrote a record stands beside when: the default of the column is the clock of the database', () => {
  const unsaid = code.flatMap(({ path, text }) =>
    [...text.matchAll(/\bupdate_by: (?!string)/g)].flatMap(({ index }) => {
      const around = text.slice(Math.max(0, index - 400), index + 400)
      const times = around.includes('create_by: ') ? ['create_time', 'update_time'] : ['update_time']
      return times.every((time) => around.includes(time)) ? [] : [path]
    })
  )
  expect(unsaid).toEqual([])
})

it('every exception is needed', () => {
  for (const path of [...expiring, ...clocks])
    expect(code.filter((file) => file.path.startsWith(path) && asks.test(file.text)).map((file) => file.path)).not.toEqual([])
})
