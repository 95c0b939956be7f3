import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { TestProduct } from '#server/documents/testing.ts'
import { approvalProduct } from '#server/documents/testing-company.ts'
import { drafts } from '#server/identity/personal/drafts.ts'
import { hours } from '#server/jobs/job.ts'
import { jobRunner } from '#server/jobs/runner.ts'
import type { Storage } from './storage/storage.ts'
import { sweepFiles } from './sweep.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
beforeEach(() => db().deleteFrom('job_run').execute())

const db = () => product.database.db
const upload = (name = 'a.pdf') => product.as('wang').upload(name, Buffer.from('%PDF-1.4\n%%EOF'))
const row = (id: string) => db().selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()
const aged = async (id: string, days = 8) => {
  await db().updateTable('attachment').set({ free_since: new Date(product.clock.now().getTime() - hours(24 * days)) }).where('id', '=', id)
    .execute()
  return (await row(id))?.path ?? ''
}
const liesAt = (path: string) => existsSync(join(product.composition.host.env.dataDirectory, 'attachments', path))

const log = pino({ level: 'silent' })
/** Runs the sweeper in a new instance; each one after the first runs a day later. */
const sweep = (storage: Storage = product.composition.storage) =>
  jobRunner({ host: { ...product.composition.host, log }, log, jobs: [sweepFiles(storage)] }).tick()

it('what nothing has held for a week goes, bytes and row; younger files stay', async () => {
  const [old, young] = [await upload(), await upload()]
  const path = await aged(old)
  await aged(young, 6)
  await sweep()
  expect([await row(old), liesAt(path)]).toEqual([undefined, false])
  expect((await row(young))?.absent_since).toBeNull()
})

it('what a document, a draft or a person’s picture holds stays', async () => {
  const [filed, drafted, picture, linked] = [await upload(), await upload(), await upload(), await upload()]
  await on.file('plain', { attachmentList: [filed] })
  await drafts(db(), 'wang').save({ businessType: 'plain', content: { rows: [{ files: [drafted] }] } }, new Date())
  await db().updateTable('sys_user').set({ avatar: picture }).where('id', '=', 'wang').execute()
  for (const id of [filed, drafted, picture]) await aged(id)
  // a detached file counts as free from the time of detaching
  await db().updateTable('attachment').set({ create_time: new Date(0) }).where('id', '=', linked).execute()
  await sweep()
  for (const id of [filed, drafted, picture, linked]) expect(await row(id)).toBeDefined()
  await db().updateTable('sys_user').set({ avatar: null }).where('id', '=', 'wang').execute()
})

describe('cut short', () => {
  const storage = (part: Partial<Storage>): Storage => ({ ...product.composition.storage, ...part })

  it('before the bytes are gone, the file is nobody’s any more, and goes the next time', async () => {
    const [id, other] = [await upload(), await upload()]
    const path = await aged(id)
    await aged(other)
    await sweep(
      storage({
        remove: (gone) => (gone === path ? Promise.reject(new Error('the store is away')) : product.composition.storage.remove(gone)),
      }),
    )
    expect([await row(id), await row(other)]).toMatchObject([{ absent_since: expect.any(Date) as unknown }, undefined])
    expect(await product.as('wang').get(`/oaserver/isDelFile?id=${id}`)).toMatchObject({ code: 404 })
    await expect(on.file('plain', { attachmentList: [id] })).rejects.toThrow('附件不存在')
    await db().deleteFrom('job_run').execute()
    await sweep()
    expect([await row(id), await row(other), liesAt(path)]).toEqual([undefined, undefined, false])
  })

  it('after the bytes are gone, the row goes the next time', async () => {
    const id = await upload()
    const path = await aged(id)
    await sweep(storage({ remove: async (gone) => {
      await product.composition.storage.remove(gone)
      throw new Error('killed')
    } }))
    expect([(await row(id)) !== undefined, liesAt(path)]).toEqual([true, false])
    await db().deleteFrom('job_run').execute()
    await sweep()
    expect(await row(id)).toBeUndefined()
  })
})

it('an upload that was killed on its way leaves a row, which goes after a day with what there is of it', async () => {
  const at = product.clock.now()
  const killed = { document: null, business_type: null, upload_type: 'attachment', real_name: 'x.txt', file_type: 'txt', size: '0',
    sha256: '', create_by: 'wang', create_name: '王' }
  const begun = (id: string, age: number) =>
    db().insertInto('attachment').values({ ...killed, id, path: `2026/11/${id}.txt`, absent_since: new Date(at.getTime() - age) }).execute()
  await begun('dead', hours(25))
  await begun('alive', hours(1))
  await sweep()
  expect([await row('dead'), (await row('alive'))?.id]).toEqual([undefined, 'alive'])
})

it('one instance sweeps at a time', async () => {
  const id = await upload()
  await aged(id)
  const database = product.database.second()
  await database.db.connection().execute(async (other) => {
    await sql`select pg_advisory_lock(4201907)`.execute(other)
    await sweep()
    expect((await row(id))?.absent_since).toBeNull()
    await sql`select pg_advisory_unlock(4201907)`.execute(other)
  })
  await database.close()
  await db().deleteFrom('job_run').execute()
  await sweep()
  expect(await row(id)).toBeUndefined()
})
