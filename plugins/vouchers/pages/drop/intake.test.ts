import { expect, it } from 'vitest'
import { date, defineFields, table } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { FormStore } from '#shell/form/store/form-store.ts'
import { Intake, type PendingVouchers } from './intake.ts'

const label = { cn: '列', en: 'Column' }
const form = defineForm({ key: 'sample', ...label, path: '/sample', prefix: 'S', group: 'g', icon: 'file', rules: [],
  flow: defineFlow([approve('check', initiator, label)]),
  fields: defineFields({ legs: table({ ...label, columns: { day: date(label) } }) }) })
const open = () =>
  new FormStore({ form, at: 'start', entered: {}, facts: () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () =>
    undefined }), currentUser: () => ({}) })
const aTurn = () => new Promise((resolve) => setTimeout(resolve))

it('puts vouchers into a form once the server has answered what it becomes, all of them together', async () => {
  const store = open()
  const intake = new Intake(store)
  const seen: string[][] = []
  const waiting: PendingVouchers = {
    gathered: [],
    ready: () => store.pendingCalculation.ended(),
    finish: (_, fileOf) => {
      seen.push([fileOf(1), fileOf(2)])
      return { rows: [], crowded: new Map(), leftOut: [], failures: new Map(), undo: () => undefined }
    },
  }
  store.pendingCalculation.set(true)
  intake.add([{ name: 'one' }, { name: 'two' }], async () => waiting)
  await aTurn()
  expect([seen, store.uploads.isUnderWay(), intake.snapshot().done]).toEqual([[], true, 0])
  store.pendingCalculation.set(false)
  await aTurn()
  expect([seen.length, store.uploads.isUnderWay(), intake.snapshot()]).toEqual([1, false,
    expect.objectContaining({ done: 2, total: 2, jobs: [] })])
})

it('knows every row that files filled in, whatever became of later files', async () => {
  const intake = new Intake(open())
  const rows = [{ table: 'legs', rowId: 'r1' }, { table: 'legs', rowId: 'r2' }] as never
  intake.add([{ name: 'one' }], async () => rows)
  await aTurn()
  intake.add([{ name: 'one again' }], async () => ({ failure: 'in row 1 already', isFinal: true }))
  await aTurn()
  expect(intake.snapshot()).toMatchObject({ batch: undefined, filled: rows })
})
