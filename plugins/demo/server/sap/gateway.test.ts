import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Db } from '#server/database/tables.ts'
import { readEnv } from '#server/env.ts'
import { systemClock } from '#server/system-clock.ts'
import { cardSettings } from '#plugins/cards/server/synchronise.ts'
import { sapDestination } from '#plugins/sap/server/protocols/destination.ts'
import { sapSettings } from '#plugins/sap/server/settings.ts'
import { startCardService } from '#plugins/cards/server/samples.ts'
import { startGateway } from './gateway.ts'

it('stays when the product is composed anew: the end of an earlier composition leaves the services of the next', async () => {
  const env = readEnv({ DATA_DIR: join(tmpdir(), 'none-here') })
  const host = { env, db: {} as Db, clock: systemClock, log: pino({ level: 'silent' }) }
  const offered = () => [sapSettings(env)?.url, sapDestination(env)?.url, cardSettings(env)?.url]
  const begin = async () => [await startGateway(host), await startCardService(env)]
  const earlier = await begin()
  const before = offered()
  const next = await begin()
  const now = offered()
  await Promise.all(earlier.map((stop) => stop()))
  expect(offered()).toEqual(now)
  expect(now.filter((url) => url === undefined || before.includes(url))).toEqual([])
  await Promise.all(next.map((stop) => stop()))
  expect(offered()).toEqual([undefined, undefined, undefined])
})
