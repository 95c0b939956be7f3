import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from './testing.ts'

describe('notifications', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await testDatabase({ sets: [] })
  })
  afterEach(() => database.drop())

  const notify = (payload: string, channel = 'Some channel') => sql`select pg_notify(${channel}, ${payload})`.execute(database.db)
  const cutLine = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(
      database.db,
    )

  it('are heard on their channel until nobody listens any more', async () => {
    const [one, two, other] = [vi.fn(), vi.fn(), vi.fn()]
    const endOne = await database.listen('Some channel', one)
    await database.listen('Some channel', two)
    await database.listen('other', other)
    await notify('first')
    await vi.waitFor(() => expect(two).toHaveBeenCalledWith('first'))
    await endOne()
    await notify('second')
    await notify('done', 'other')
    await vi.waitFor(() => expect(other.mock.calls).toEqual([['done']]))
    expect(one.mock.calls).toEqual([['first']])
    expect(two.mock.calls).toEqual([['first'], ['second']])
  })

  it('are heard again after the line was cut, and the gap is told', async () => {
    const [onPayload, gap] = [vi.fn(), vi.fn()]
    await database.listen('Some channel', onPayload, gap)
    await cutLine()
    await vi.waitFor(() => expect(gap).toHaveBeenCalledOnce(), 5_000)
    await notify('after')
    await vi.waitFor(() => expect(onPayload).toHaveBeenCalledWith('after'))
  })

  it('reach the others when one handler fails', async () => {
    const onPayload = vi.fn()
    await database.listen('Some channel', () => {
      throw new Error('made-up fault')
    })
    await database.listen('Some channel', onPayload)
    await notify('all the same')
    await vi.waitFor(() => expect(onPayload).toHaveBeenCalledWith('all the same'))
  })

  it('reach another instance', async () => {
    const onPayload = vi.fn()
    const second = database.second()
    await second.listen('Some channel', onPayload)
    await notify('from the first')
    await vi.waitFor(() => expect(onPayload).toHaveBeenCalledWith('from the first'))
    await second.close()
  })
})
