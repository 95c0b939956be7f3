import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ApprovalConfiguration, canConfigure, shippedSettings } from '#kernel/flow/approval-settings.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { minutes } from '#server/jobs/job.ts'
import { friday, notes, office } from '#server/messages/testing.ts'
import type { TestProduct } from '../testing.ts'

let product: TestProduct
let on: ReturnType<typeof notes>
beforeAll(async () => {
  product = await office()
  on = notes(product)
  await roles(product.database.db).grant('workflowAdmin', ['workflow:instance:admin', canConfigure.edit])
})
afterAll(() => product?.close())
beforeEach(() => product.database.db.deleteFrom('approval_setting').execute())

const path = '/workflow/config'
const read = async () => (await product.as('admin').get<ApprovalConfiguration>(path)).data
const change = (version: number, more: object = {}, who = 'admin') =>
  product.as(who).put<ApprovalConfiguration>(path, { version, settings: { ...shippedSettings, ...more } })

it('are the shipped ones until somebody changes them; who comes second is told', async () => {
  expect(await read()).toMatchObject({ settings: shippedSettings, version: 0, changedBy: null, channels: { mail: false, chat: false },
    numbering: [{ key: 'note', prefix: 'BJ', example: 'BJ202611200001' }] })
  const flow = { ...shippedSettings.flow, dedupe: 'none', urgeMinutes: 60 }
  expect((await change(0, { flow, reminderDays: [5, 2, 5] })).data).toMatchObject({ version: 1, changedBy: { id: 'admin' },
    settings: { flow: { dedupe: 'none', urgeMinutes: 60 }, reminderDays: [2, 5] } })
  expect([(await change(0)).code, (await change(2)).code, (await change(1)).code]).toEqual([42007, 42007, 200])
})

it('names the flows whose settings are not those of new ones', async () => {
  // the note’s flow is overdue after eight working hours
  expect((await read()).own).toEqual([{ key: 'note', cn: '便笺', en: 'Note', settings: { overdueHours: 8 } }])
  const flow = { ...shippedSettings.flow, overdueHours: 8, again: 'everybody' }
  expect((await change(0, { flow })).data.own).toMatchObject([{ settings: { again: 'changed' } }])
})

it('are for administrators with the right, and refuse what is none', async () => {
  expect((await product.as('li').get(path)).code).toBe(403)
  expect((await change(0, {}, 'li')).code).toBe(403)
  expect((await change(0, { reminderDays: [0] })).code).toBe(42009)
  expect((await change(0, { flow: { ...shippedSettings.flow, dedupe: 'often' } })).code).toBe(42009)
})

it('remind on the days that are set, and not at all without any', async () => {
  const start = friday.getTime()
  const overdue = async (id: string) => (await on.messagesAbout(id)).cn.filter((line) => line.includes('逾期'))
  const after = async (days: number) => {
    product.clock.now = () => new Date(start + minutes(days * 24 * 60))
    await product.database.db.deleteFrom('job_run').execute()
    await product.composition.jobs.tick()
  }
  // due on Monday at 10:00, the third day from Friday
  const id = await on.file()
  await change(0, { reminderDays: [] })
  await after(12)
  expect(await overdue(id)).toEqual([])
  await change(1, { reminderDays: [2, 10] })
  await after(4)
  expect(await overdue(id)).toEqual([])
  await after(5)
  expect(await overdue(id)).toEqual(['li: 审批逾期, 便笺（NO）已逾期2天'])
  await after(12)
  await after(13)
  expect(await overdue(id)).toEqual(['li: 审批逾期, 便笺（NO）已逾期2天', 'li: 审批逾期, 便笺（NO）已逾期10天'])
})
