import { expect, it } from 'vitest'
import { department, money, reference } from '#kernel/fields.ts'
import { departmentHead, generalManager, role } from '#kernel/flow.ts'
import type { DesignView } from '../../../wire.ts'
import { named } from '../texts.ts'
import type { Naming } from '../wording/words.ts'
import { choiceOf, choicesOf, renamedWith, startOf } from './rule-choices.ts'

const owner = { of: 'costCenter', cn: '成本中心负责人', en: 'Cost centre manager' }
const naming = { text: { t: (key: string) => key, label: ({ en }: { en: string }) => en },
  fields: { dept: department({ cn: '部门', en: 'Department' }), centre: reference({ cn: '成本中心', en: 'Cost centre', to: 'costCenter' }),
    amount: money({ cn: '金额', en: 'Amount' }) }, names: { cashier: '出纳/Cashier' }, owners: { costCenter: owner } } as unknown as Naming
const design = { owners: [owner, { of: 'project', cn: '项目经理', en: 'Project manager' }] } as unknown as DesignView
const flow = { steps: [], settings: {} } as never

it('people responsible for records are offered by what they are called, where the form has such a record', () => {
  const labels = choicesOf({ rule: 'departmentHead' }, naming, design).map(({ label }) => label)
  expect(labels).toContain('Cost centre manager')
  expect(labels).not.toContain('Project manager')
  expect(labels).not.toContain('rule.ownerOf')
  const rule = startOf('ownerOf costCenter', { naming, design, flow })
  expect(rule).toEqual({ rule: 'ownerOf', field: 'centre' })
  expect(choiceOf(rule as never, naming)).toBe('ownerOf costCenter')
  // a field that is gone: the rule stays what it is
  expect(choicesOf({ rule: 'ownerOf', field: 'gone' }, naming, design).map(({ label }) => label)).toContain('rule.ownerOf')
})

it('a step is named after its rule until somebody names it', () => {
  const renamed = (name: { cn: string; en: string }, before: Parameters<typeof renamedWith>[1]['before'],
    after: Parameters<typeof renamedWith>[1]['after']) => renamedWith(name, { before, after }, naming)
  const centre = { rule: 'ownerOf', field: 'centre' } as const
  expect(renamed(named('newStep'), departmentHead(), centre)).toEqual({ cn: '成本中心负责人', en: 'Cost centre manager' })
  expect(renamed({ cn: '成本中心负责人', en: 'Cost centre manager' }, centre, role('cashier'))).toEqual({ cn: '出纳', en: 'Cashier' })
  expect(renamed({ cn: '出纳', en: 'Cashier' }, role('cashier'), { rule: 'role', role: '' })).toEqual({})
  expect(renamed({ cn: '复核', en: 'Second look' }, departmentHead(), generalManager)).toEqual({})
})
