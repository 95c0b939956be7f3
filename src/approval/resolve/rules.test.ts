import { describe, expect, it } from 'vitest'
import type { ApproverRule } from '#kernel/flow.ts'
import { approve, both, defineFlow, departmentHead, firstOf, generalManager, initiator, ownerOf, personIn, role, rowPersons, sameAs,
  selectUser, superior, vicePresident } from '#kernel/flow.ts'
import { company, given, passes, submits } from '../testing.ts'
import type { Story, TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const directory = company(
  {
    wang: { departments: ['rd'] },
    li: { departments: ['rd'] },
    zhao: { departments: ['tech'] },
    sun: { departments: ['sales'] },
    qian: { departments: ['group'] },
    vp: { departments: ['group'] },
    gm: { departments: ['group'] },
    boss: { departments: ['group'] },
    two: { departments: ['rd', 'sales'] },
    admin: { roles: ['workflowAdmin'] },
    rdAccountant: { roles: ['accountant'], scopeDepartments: ['rd'] },
    salesAccountant: { roles: ['accountant'], scopeDepartments: ['sales'] },
    keeper: { roles: ['warehouse'], roleScopes: { warehouse: { factory: ['1000', '1200'] } } },
    keeper2: { roles: ['warehouse'], roleScopes: { warehouse: { factory: ['1200'] } } },
    everywhere: { roles: ['warehouse'], roleScopes: { warehouse: { factory: ['*'] }, accountant: { factory: ['9000'] } } },
    newcomer: { roles: ['warehouse'] },
    chief: { roles: ['accountant'], departments: ['group'] },
    off: { enabled: false, roles: ['accountant'] },
  },
  {
    group: { head: 'boss', generalManager: 'boss', type: 'group' },
    company: { parent: 'group', type: 'enterprise', generalManager: 'gm', vicePresident: 'vp' },
    tech: { parent: 'company', head: 'zhao' },
    rd: { parent: 'tech', head: 'li' },
    sales: { parent: 'company', deputy: 'sun', vicePresident: 'qian' },
    empty: { parent: 'company' },
    alone: {},
  },
  { owners: {
    vehicle: { cn: '车辆保管人', en: 'Keeper', person: (id) => ({ truck: 'zhao', van: 'sun' })[id] },
    depot: { cn: '仓管', en: 'Storekeeper', missing: 'noStorekeeper', demanded: true, person: () => undefined },
  } },
)

function ask(rule: ApproverRule, values: TestFlow['values'] = {},
  more: { by?: string; mode?: 'all' | 'any'; choices?: { node: string; people: string[] }[] } = {}): Story {
  const flow = defineFlow([approve('a', rule, { ...label, mode: more.mode ?? 'all', manual: true })])
  return given({ flow, directory, values }).when(submits(more.by ?? 'wang', { choices: more.choices ?? [] }))
}
const who = (...question: Parameters<typeof ask>): string[] => {
  const story = ask(...question)
  return story.refusal ? [story.refusal.code] : story.waiting.map((waiting) => waiting.slice(2))
}

describe('heads', () => {
  it('of the filing department, of each distinct department of a field, of the main department of a person', () => {
    expect(who(departmentHead())).toEqual(['li'])
    expect(who(departmentHead('items.dept'), { 'items.dept': ['sales', 'rd', 'sales'] })).toEqual(['sun', 'li'])
    expect(who(departmentHead('member'), { member: ['zhao'] })).toEqual(['zhao'])
  })

  it('the deputy where there is no head; nobody is a refusal, and no head above stands in', () => {
    expect(who(departmentHead('dept'), { dept: ['sales'] })).toEqual(['sun'])
    expect(who(departmentHead('dept'), { dept: ['empty'] })).toEqual(['approval.noHead'])
    expect(who(departmentHead('dept'), { dept: ['rd', 'empty'] })).toEqual(['approval.noHead'])
    expect(who(departmentHead('dept'))).toEqual(['approval.noHead'])
  })

  it('somebody of several departments chooses one', () => {
    expect(who(departmentHead(), {}, { by: 'two' })).toEqual(['approval.chooseDepartment'])
    expect(who(departmentHead(), { applicantDept: ['sales'] }, { by: 'two' })).toEqual(['sun'])
  })

  it('levels above the applicant, or the person of a field; as high as it goes', () => {
    expect(who(superior(1))).toEqual(['li'])
    expect(who(superior(2))).toEqual(['zhao'])
    expect(who(superior(3))).toEqual(['vp'])
    expect(who(superior(9))).toEqual(['boss'])
    expect(who(superior(1, 'member'), { member: ['zhao'] })).toEqual(['vp'])
  })

  it('chosen in the form come from its field, in their order, whatever else is sent', () => {
    const fromForm = selectUser(2, { from: 'reviewers', canAdd: true })
    expect(who(fromForm, { reviewers: ['sun', 'li'] }, { choices: [{ node: 'a', people: ['zhao'] }] })).toEqual(['sun', 'li'])
    expect(who(fromForm, { reviewers: [] })).toEqual(['approval.chooseEveryApprover'])
    expect(who(fromForm, { reviewers: ['sun', 'li', 'zhao'] })).toEqual(['approval.tooMany'])
  })

  it('tell why', () => {
    const [task] = ask(departmentHead()).document?.runs[0]?.tasks ?? []
    expect(task?.why).toEqual([{ code: 'approval.reason.departmentHead', parameters: { department: 'rd' } }])
  })
})

describe('offices', () => {
  it('the vice president of the department, else of the nearest above', () => {
    expect(who(vicePresident('dept'), { dept: ['sales', 'rd'] })).toEqual(['qian', 'vp'])
    expect(who(vicePresident('dept'), { dept: ['alone'] })).toEqual(['approval.noHead'])
  })

  it('the general manager of the nearest enterprise, else of anything above', () => {
    expect(who(generalManager)).toEqual(['gm'])
    expect(who(generalManager, { applicantDept: ['group'] })).toEqual(['boss'])
    expect(who(generalManager, { applicantDept: ['alone'] })).toEqual(['approval.noApprover'])
  })

  it('whoever answers for each record, of the header and of rows', () => {
    expect(who(ownerOf('vehicle'), { vehicle: ['truck'] })).toEqual(['zhao'])
    expect(who(ownerOf('rows.vehicle'), { 'rows.vehicle': ['van', 'truck', 'van'] })).toEqual(['sun', 'zhao'])
    const [task] = ask(ownerOf('vehicle'), { vehicle: ['truck'] }).document?.runs[0]?.tasks ?? []
    expect(task?.why).toEqual([{ code: 'approval.reason.owner', parameters: { owner: '车辆保管人/Keeper' } }])
  })

  it('nobody for a record is a refusal that names it, or the sentence of its module', () => {
    expect(ask(ownerOf('vehicle'), { vehicle: ['truck', 'bike'] }).refusal).toMatchObject({ code: 'approval.noOwner',
      parameters: { record: 'bike', owner: '车辆保管人/Keeper' } })
    expect(who(ownerOf('depot'), { depot: ['north'] })).toEqual(['approval.noStorekeeper'])
  })

  it('no record, or records that nobody answers for, name nobody', () => {
    expect(who(ownerOf('vehicle'))).toEqual(['approval.noApprover'])
    expect(who(ownerOf('book'), { book: ['faust'] })).toEqual(['approval.noApprover'])
  })
})

describe('roles', () => {
  it('everyone enabled who holds it', () => {
    expect(who(role('accountant'))).toEqual(['rdAccountant', 'salesAccountant', 'chief'])
    expect(ask(role('nobody')).refusal).toMatchObject({ code: 'approval.roleWithoutMembers',
      parameters: { step: expect.stringContaining('/') as unknown, role: 'nobody' } })
  })

  it('with a scope, one of those who may see each value', () => {
    expect(who(role('accountant', 'dept'), { dept: ['rd'] })).toEqual(['rdAccountant', 'chief'])
    const two = ask(role('accountant', 'dept'), { dept: ['rd', 'sales'] }, { mode: 'any' })
    expect(two.waiting).toEqual(['a:rdAccountant', 'a:chief', 'a:salesAccountant'])
    expect(two.when(passes('rdAccountant')).waiting).toEqual(['a:chief', 'a:salesAccountant'])
    expect(two.when(passes('rdAccountant')).when(passes('salesAccountant')).document?.status).toBe('completed')
    expect(two.when(passes('chief')).document?.status).toBe('completed')
  })

  it('by a scope of theirs, one of those who are responsible for each value in this role', () => {
    const keepers = role('warehouse', { by: 'factory', of: 'rows.factory' })
    expect(who(keepers, { 'rows.factory': ['1000'] })).toEqual(['keeper', 'everywhere'])
    const two = ask(keepers, { 'rows.factory': ['1000', '1200'] }, { mode: 'any' })
    expect(two.when(passes('keeper2')).waiting).toEqual(['a:keeper', 'a:everywhere'])
    expect(two.when(passes('keeper')).document?.status).toBe('completed')
    expect(who(role('accountant', { by: 'factory', of: 'factory' }), { factory: ['9000'] })).toEqual(['approval.nobodyResponsible'])
  })
})

describe('people', () => {
  it('named in a field, in rows, by the flow, as the starter', () => {
    expect(who(personIn('owner'), { owner: ['sun'] })).toEqual(['sun'])
    expect(who(rowPersons('rows.who'), { 'rows.who': ['sun', 'zhao', 'sun'] })).toEqual(['sun', 'zhao'])
    expect(who({ rule: 'fixed', people: ['zhao'] })).toEqual(['zhao'])
    expect(who(initiator)).toEqual(['wang'])
  })

  it('chosen by hand: as many as may be, out of those who may be', () => {
    const chosen = (...people: string[]) => ({ choices: [{ node: 'a', people }] })
    expect(who(selectUser(2))).toEqual(['approval.chooseEveryApprover'])
    expect(who(selectUser(2), {}, chosen('sun', 'zhao'))).toEqual(['sun', 'zhao'])
    expect(who(selectUser(1), {}, chosen('sun', 'zhao'))).toEqual(['approval.tooMany'])
    const from = (type: 'DEPT' | 'ROLE' | 'USERS' | 'SAME_ENTERPRISE', ...ids: string[]) => selectUser(2, { optionalRange: { type, ids } })
    expect(who(from('DEPT', 'tech'), {}, chosen('li'))).toEqual(['li'])
    expect(who(from('DEPT', 'tech'), {}, chosen('sun'))).toEqual(['approval.outOfRange'])
    expect(who(from('ROLE', 'accountant'), {}, chosen('chief'))).toEqual(['chief'])
    expect(who(from('USERS', 'zhao'), {}, chosen('sun'))).toEqual(['approval.outOfRange'])
    expect(who(from('SAME_ENTERPRISE'), {}, chosen('sun'))).toEqual(['sun'])
    expect(who(from('SAME_ENTERPRISE'), {}, chosen('qian'))).toEqual(['approval.outOfRange'])
  })

  it('both: everyone once; firstOf: the first that names anyone', () => {
    expect(who(both(departmentHead(), personIn('owner')), { owner: ['li', 'sun'] })).toEqual(['li', 'sun'])
    expect(who(firstOf(personIn('owner'), departmentHead()))).toEqual(['li'])
    expect(who(firstOf(ownerOf('vehicle'), vicePresident('dept')), { vehicle: ['none'], dept: ['alone'] })).toEqual(['approval.noOwner'])
  })

  it('the same as another node: who held it, else who would', () => {
    const mirror = (first: ApproverRule) =>
      defineFlow([
        approve('a', first, { ...label, when: 'asked' }),
        approve('b', sameAs('a'), { ...label, mode: 'all', manual: true }),
      ])
    const flow = mirror({ rule: 'fixed', people: ['sun', 'zhao'] })
    expect(given({ flow, directory, holds: ['asked'] }, submits('wang'), passes('zhao')).waiting).toEqual(['b:sun', 'b:zhao'])
    expect(given({ flow, directory }, submits('wang')).waiting).toEqual(['b:sun', 'b:zhao'])
    expect(given({ flow: mirror(sameAs('b')), directory }).when(submits('wang')).refusal?.code).toBe('approval.noApprover')
  })
})
