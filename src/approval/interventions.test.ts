import { describe, expect, it } from 'vitest'
import { money, person, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { confirmRefusal, isMoney, isStillThere, placeOf } from './interventions.ts'
import { company, does, given, submits } from './testing.ts'

const label = { cn: '节点', en: 'Node' }
const flow = defineFlow([approve('first', { rule: 'fixed', people: ['li'] }, label),
  approve('second', { rule: 'fixed', people: ['sun'] }, label)])
const directory = company({ wang: {}, li: {}, sun: {}, chen: {} }, {})

describe('who may confirm', () => {
  const context = { document: { starter: 'wang', applicant: 'zhao' }, facts: { isPaid: (id: string) => id === 'payee' } }
  it.each([
    ['another administrator', 'chen', true, undefined],
    ['the proposer', 'admin', true, 'approval.confirmOwnProposal'],
    ['the initiator', 'wang', true, 'approval.confirmOwnDocument'],
    ['the applicant', 'zhao', true, 'approval.confirmOwnDocument'],
    ['the payee', 'payee', true, 'approval.confirmOwnDocument'],
    ['people without the right', 'chen', false, 'approval.notAllowed'],
  ])('%s', (_, id, holdsRight, code) => {
    expect(confirmRefusal({ ...context, person: id, proposer: 'admin', holdsRight })?.code).toBe(code)
  })
})

describe('money follows', () => {
  const form = { fields: { title: text({ cn: '标题', en: 'Title' }), amount: money({ cn: '金额', en: 'Amount' }) } }
  const payee = person({ cn: '收款人', en: 'Payee', as: 'payee' })
  const budget = { class: 'spending', department: 'dept', category: 'category', month: 'month', amount: 'amount' } as const
  it.each([
    ['from no amount by itself', form, {}, false],
    ['from an effect on a budget', { ...form, budget }, {}, true],
    ['from a payee', { fields: { ...form.fields, payee } }, {}, true],
    ['from a payee of rows', { fields: { rows: { kind: 'table', cn: '行', en: 'Rows', columns: { payee } } as never } }, {}, true],
    ['from a flow that says so', form, { movesMoney: true }, true],
  ])('%s', (_, of, settings, expected) => {
    expect(isMoney(of, { settings: { ...flow.settings, ...settings } })).toBe(expected)
  })
})

describe('a document is still there', () => {
  const filed = given({ flow, directory }, submits('wang'))
  const task = filed.document?.runs.flatMap(({ tasks }) => tasks).find(({ person: holder }) => holder === 'li')?.id
  it.each([
    ['after a comment', does('li', { action: 'comment', comment: 'x' }), true, true],
    ['after the task went to somebody else', does('li', { action: 'transfer', people: ['chen'] }), false, true],
    ['after its node was passed', does('li', { action: 'pass' }), false, false],
    ['after it was revoked', does('wang', { action: 'revoke' }), false, false],
  ])('%s', (_, step, byTask, byNodes) => {
    const { document } = given({ flow, directory }, submits('wang'), step)
    expect([isStillThere(placeOf(filed.document!, task), document!), isStillThere(placeOf(filed.document!, undefined), document!)]).toEqual(
      [
        byTask,
        byNodes,
      ],
    )
  })
})
