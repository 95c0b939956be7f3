import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { delegations, type NewDelegation } from '#server/identity/personal/delegations.ts'
import { users } from '#server/identity/organisation/users.ts'
import { friday, notes, office } from '#server/messages/testing.ts'
import type { Poller } from '#server/concurrency/poller.ts'
import { type Job, type JobWork, minutes } from './job.ts'
import { overdueReminders } from './deadlines.ts'
import { jobRunner, leaseTime } from './runner.ts'

let product: TestProduct
let on: ReturnType<typeof notes>

beforeAll(async () => {
  product = await office()
  on = notes(product)
})
afterAll(() => product?.close())
beforeEach(async () => {
  product.clock.now = () => friday
  await product.database.db.deleteFrom('job_run').execute()
})
afterEach(() => product.audit())

const log = pino({ level: 'silent' })
const patiently = { timeout: 20_000 }
const later = (ms: number) => {
  const now = product.clock.now().getTime() + ms
  product.clock.now = () => new Date(now)
}
const runs = () => product.database.db.selectFrom('job_run').select(['job', 'attempts', 'finished_at', 'failure']).orderBy('due').execute()

/** An instance of the product on the same database, with these jobs only. */
const instance = (...jobs: readonly Job[]): Poller => jobRunner({ host: product.composition.host, log, jobs })

/** A job that records its calls and then runs this function. */
function recordingJob(run: (work: JobWork) => Promise<void> = async () => undefined) {
  const done: Date[] = []
  const job: Job = { name: 'test', every: minutes(10), run: async (work) => void (done.push(work.at), await run(work)) }
  return { done, job }
}

describe('a job', () => {
  it('is done once for each time that it is due, whoever looks', async () => {
    const { done, job } = recordingJob()
    const [one, other] = [instance(job), instance(job)]
    for (const step of [0, minutes(1), minutes(10), minutes(3)]) {
      later(step)
      await Promise.all([one.tick(), other.tick(), one.tick()])
    }
    expect(done).toHaveLength(2)
    expect((await runs()).map(({ attempts, finished_at: finished }) => [attempts, finished !== null])).toEqual([[1, true], [1, true]])
  })

  it('is not begun by another while it is done, even when it is due again', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { done, job } = recordingJob(() => ended)
    const [one, other] = [instance(job), instance(job)]
    const first = one.tick()
    await expect.poll(() => done.length, patiently).toBe(1)
    await product.database.db.updateTable('job_run').set({ due_at: new Date(friday.getTime() + minutes(60)) }).execute()
    later(minutes(10))
    await other.tick()
    expect(done).toHaveLength(1)
    end()
    await first
    expect(done).toHaveLength(2)
  })

  it('is taken over from an instance that has died, whose later word counts no more', async () => {
    let wake = () => {}
    const dead = recordingJob(() => new Promise((resolve) => (wake = resolve)))
    const stopped = instance(dead.job).tick()
    await expect.poll(() => dead.done.length, patiently).toBe(1)
    const heir = recordingJob(async () => Promise.reject(new Error('not yet')))
    later(leaseTime - 1)
    await instance(heir.job).tick()
    expect(heir.done).toHaveLength(0)
    later(2)
    await instance(heir.job).tick()
    expect(heir.done).toHaveLength(1)
    wake()
    await stopped
    expect(await runs()).toEqual([{ job: 'test', attempts: 2, finished_at: null, failure: 'Error: not yet' }])
  })

  it('that fails is tried three times, with a rest, and the next time anew', async () => {
    const { done, job } = recordingJob(() => Promise.reject(new Error('full')))
    const only = instance(job)
    for (let times = 0; times < 3; times += 1) {
      await only.tick()
      await only.tick()
      expect(done).toHaveLength(times + 1)
      later(minutes(1) + 1)
    }
    await only.tick()
    expect(done).toHaveLength(3)
    expect(await runs()).toMatchObject([{ attempts: 3, failure: 'Error: full', finished_at: expect.any(Date) as unknown }])
    later(minutes(10))
    await only.tick()
    expect(done).toHaveLength(4)
  })

  it('is given up once it has killed its instance three times', async () => {
    const { db } = product.database
    const { done, job } = recordingJob()
    const at = new Date(Math.floor(product.clock.now().getTime() / minutes(10)) * minutes(10))
    const lease = new Date(product.clock.now().getTime() + leaseTime)
    await db.insertInto('job_run').values({ job: 'test', due: at, owner: 'dead', due_at: lease, attempts: 3 }).execute()
    await instance(job).tick()
    expect(await runs()).toMatchObject([{ attempts: 3, finished_at: null }])
    later(leaseTime + 1)
    await instance(job).tick()
    expect(done).toEqual([])
    expect(await runs()).toMatchObject([{ attempts: 3, failure: 'Its process ended', finished_at: expect.any(Date) as unknown }])
  })

  it('is done once, however finely the moment is told that it is due', async () => {
    const { done, job } = recordingJob()
    await sql`insert into job_run (job, due) values ('test', ${'2026-11-20 02:00:00.123456+00'})`.execute(product.database.db)
    await instance(job).tick()
    const noted = done.length
    later(leaseTime + 1)
    await instance(job).tick()
    expect(done).toHaveLength(noted)
    expect((await runs()).every(({ finished_at: finished }) => finished !== null)).toBe(true)
  })

  it('that is cut short by the end of its instance is another’s at once', async () => {
    const waiting = recordingJob(({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
    const ending = instance(waiting.job)
    const tick = ending.tick()
    await expect.poll(() => waiting.done.length, patiently).toBe(1)
    await ending.stop()
    await tick
    const { done, job } = recordingJob()
    await instance(job).tick()
    expect(done).toHaveLength(1)
    expect(await runs()).toMatchObject([{ attempts: 1, failure: null, finished_at: expect.any(Date) as unknown }])
  })

  it('has a name of its own', () => {
    expect(() => instance(recordingJob().job, recordingJob().job)).toThrow('test')
  })
})

const tick = () => product.composition.jobs.tick()

describe('overdue tasks', () => {
  const overdueOf = async (id: string) => (await on.messagesAbout(id)).cn.filter((line) => line.includes('逾期'))

  it('are told on the first, third and seventh day, once each', async () => {
    const id = await on.file()
    const database = product.database.second()
    const second = jobRunner({ host: { ...product.composition.host, db: database.db }, log, jobs: [overdueReminders] })
    const progress: [number, number][] = []
    // due on Monday at 10:00
    for (let day = 0; day <= 12; day += 1) {
      await Promise.all([tick(), second.tick()])
      await tick()
      progress.push([day, (await overdueOf(id)).length])
      later(minutes(24 * 60))
    }
    expect(progress.filter(([, count], index) => count !== progress[index - 1]?.[1])).toEqual([[0, 0], [4, 1], [6, 2], [10, 3]])
    expect(await overdueOf(id)).toEqual(['li: 审批逾期, 便笺（NO）已逾期1天', 'li: 审批逾期, 便笺（NO）已逾期3天',
      'li: 审批逾期, 便笺（NO）已逾期7天'])
    expect((await on.messagesAbout(id)).en.at(-1)).toBe('li: Overdue, The note (NO) is 7 d overdue')
    await database.close()
  })

  it('are told once when nobody looked for days', async () => {
    const id = await on.file()
    later(minutes(24 * 60 * 8))
    await tick()
    expect(await overdueOf(id)).toEqual(['li: 审批逾期, 便笺（NO）已逾期5天'])
  })

  it('of a new holder begin anew, handled ones are not told', async () => {
    const [moved, passed] = [await on.file(), await on.file()]
    later(minutes(24 * 60 * 4))
    await tick()
    await on.onTask(moved, 'li', '/workflow/transfer', { assignee: 'sun' })
    await on.onTask(passed, 'li', '/workflow/refuse')
    // Tuesday at 10:00, so due on Wednesday
    later(minutes(24 * 60 * 2))
    await tick()
    expect([await overdueOf(moved), await overdueOf(passed)]).toEqual([['li: 审批逾期, 便笺（NO）已逾期1天',
      'sun: 审批逾期, 便笺（NO）已逾期1天'], [
      'li: 审批逾期, 便笺（NO）已逾期1天',
    ]])
  })

  it('of a document on which somebody acts wait for the next time, and keep no other waiting', async () => {
    const [id, free] = [await on.file(), await on.file()]
    later(minutes(24 * 60 * 4))
    await product.database.db.transaction().execute(async (context) => {
      await context.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute()
      await tick()
    })
    expect([await overdueOf(id), await overdueOf(free)]).toEqual([[], [expect.any(String)]])
    later(minutes(10))
    await tick()
    expect(await overdueOf(id)).toHaveLength(1)
  })
})

/** `recipient: title` of the messages about other holders since one. */
const reassignedSince = async (after: string): Promise<readonly string[]> =>
  (await product.database.db.selectFrom('message').select(['recipient', 'title', 'content']).where('kind', '=', 'reassigned')
    .where('id', '>', after).orderBy('recipient').orderBy('id').execute())
    .map(({ recipient, title, content }) => `${recipient}: ${title} ${content}`)

describe('open tasks of people whose absence begins', () => {
  const at = (hour: number) => new Date(friday.getTime() + minutes(60 * hour))
  const leave = { delegateId: 'sun', startTime: at(8), endTime: at(100), businessTypes: [], openTasks: 'handOver', enable: true } as const
  const away = (entry: Partial<NewDelegation>) => delegations(product.database.db, 'li', friday).add({ ...leave, ...entry })
  const newestMessage = async () =>
    (await product.database.db.selectFrom('message').select((eb) => eb.fn.max('id').as('id')).executeTakeFirstOrThrow()).id
  afterEach(() => product.database.db.updateTable('user_delegate').set({ del_flag: 1 }).execute())

  it('go to the substitute, who is told, and come back at its end, opened or not, unless the substitute acted on them', async () => {
    const [id, opened, discussed] = [await on.file(), await on.file(), await on.file()]
    const { last } = await on.messagesAbout(id)
    await away({})
    later(minutes(24 * 60))
    await tick()
    expect(await reassignedSince(last)).toEqual([expect.stringMatching(/^sun: 审批人变更（\d+ 张单据） \d+ 张单据由系统转交：/)])
    await product.as('sun').post(`/workflow/task/setReadState/${await on.taskOf(opened, 'sun')}`, {})
    later(minutes(1))
    await on.on(discussed, 'sun', '/workflow/wf/processInstance/comment/add', { comment: '请补发票' })
    later(minutes(100 * 60))
    // another absence, for another process, keeps nothing back
    await away({ startTime: at(120), endTime: at(200), businessTypes: ['other'] })
    await tick()
    const isHeldBy = async (document: string, person: string) => (await on.taskOf(document, person)) !== 'none'
    expect([await isHeldBy(id, 'li'), await isHeldBy(opened, 'li'), await isHeldBy(discussed, 'sun')]).toEqual([true, true, true])
  })

  it('go to the new substitute when another is named, and back when the absence is cut short', async () => {
    const id = await on.file()
    const entry = await away({})
    later(minutes(24 * 60))
    await tick()
    expect(await on.taskOf(id, 'sun')).not.toBe('none')
    const own = delegations(product.database.db, 'li', product.clock.now())
    await own.change(entry, 0, { ...leave, delegateId: 'chen' })
    later(minutes(1))
    const last = await newestMessage()
    await tick()
    expect([await on.taskOf(id, 'sun'), await on.taskOf(id, 'chen')]).toEqual(['none', expect.not.stringMatching('none')])
    expect(await reassignedSince(last)).toEqual([expect.stringMatching(/^chen: /)])
    await own.change(entry, 1, { ...leave, delegateId: 'chen', enable: false })
    later(minutes(1))
    await tick()
    expect(await on.taskOf(id, 'li')).not.toBe('none')
    const { data } = await product.as('wang').get<{ processRecord: { why?: { code: string } }[] }>(
      `/oaserver/plain/detail?procInstId=${id}`,
    )
    expect(data.processRecord.map(({ why }) => why?.code)).toEqual(
      expect.arrayContaining(['approval.reason.substituteChanged', 'approval.reason.back']),
    )
  })

  it('that were handed to the absent person come back to them, not to whoever handed them on', async () => {
    const id = await on.file()
    await on.onTask(id, 'li', '/workflow/transfer', { assignee: 'zhao' })
    await delegations(product.database.db, 'zhao', friday).add(leave)
    later(minutes(24 * 60))
    await tick()
    later(minutes(1))
    await tick()
    expect(await on.taskOf(id, 'sun')).not.toBe('none')
    later(minutes(100 * 60))
    await tick()
    expect(await on.taskOf(id, 'zhao')).not.toBe('none')
  })

  it('stay where the person keeps them; what arrives later goes to the substitute', async () => {
    const id = await on.file()
    await away({ openTasks: 'keep' })
    later(minutes(24 * 60))
    await tick()
    const arrived = await on.file()
    expect([await on.taskOf(id, 'li'), await on.taskOf(id, 'sun'), await on.taskOf(arrived, 'li')]).toEqual([
      expect.not.stringMatching('none'),
      'none',
      'none',
    ])
  })

  it('go nowhere for another process', async () => {
    const id = await on.file()
    await away({ businessTypes: ['other'] })
    later(minutes(24 * 60))
    await tick()
    expect(await on.taskOf(id, 'sun')).toBe('none')
  })
})

describe('tasks of people who are gone', () => {
  it('go to their superior, who is told, and the administrators', async () => {
    const id = await on.file()
    const { last } = await on.messagesAbout(id)
    await users(product.database.db, new Date()).setEnabled('li', false)
    await tick()
    expect(await on.taskOf(id, 'boss')).not.toBe('none')
    // li has several documents: each person gets one message about all of them
    const first = await reassignedSince(last)
    expect(first).toEqual([expect.stringMatching(/^admin: 审批人变更（\d+ 张单据） \d+ 张单据由系统转交：/),
      expect.stringMatching(/^boss: 审批人变更（\d+ 张单据） \d+ 张单据由系统转交：/)])
    later(minutes(10))
    await tick()
    expect(await reassignedSince(last)).toEqual(first)
    await users(product.database.db, new Date()).setEnabled('li', true)
  })
})

it('what was remembered too long is forgotten', async () => {
  const { db } = product.database
  const key = (hours: number) => ({ user_id: 'wang', route: 'r', parameters: '', key: String(hours), body_hash: 'h' })
  await db.insertInto('idempotency').values([key(1), key(25)]).execute()
  await db.updateTable('idempotency').set({ create_time: new Date(Date.now() - 25 * 3_600_000) }).where('key', '=', '25').execute()
  await db.insertInto('job_run').values({ job: 'old', due: new Date(friday.getTime() - minutes(31 * 24 * 60)) }).execute()
  await tick()
  expect((await db.selectFrom('idempotency').select('key').where('route', '=', 'r').execute()).map(({ key: kept }) => kept)).toEqual(['1'])
  expect((await runs()).map(({ job }) => job)).not.toContain('old')
})
