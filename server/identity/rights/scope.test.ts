import { describe, expect, it } from 'vitest'
import type { DataScope } from '../caller.ts'
import { resolveScope, scopesByResource } from './scope.ts'
import { treeOf } from '../organisation/organisation.ts'

/**
 * group ─ suzhou (E) ─ finance
 *       │            └ rd ─ hardware
 *       └ dongguan (E) ─ production ─ smt
 *                      └ vietnam (E) ─ workshop ─ line
 */
const unit = (id: string, parent: string | null, type = 'DEPARTMENT') => ({ id, parent_id: parent, type })
const tree = treeOf([
  unit('group', null, 'GROUP'),
  unit('suzhou', 'group', 'ENTERPRISE'),
  unit('finance', 'suzhou'),
  unit('rd', 'suzhou'),
  unit('hardware', 'rd'),
  unit('dongguan', 'group', 'ENTERPRISE'),
  unit('production', 'dongguan'),
  unit('smt', 'production'),
  unit('vietnam', 'dongguan', 'ENTERPRISE'),
  unit('workshop', 'vietnam'),
  unit('line', 'workshop'),
])

const scope = (kind: DataScope['scope'], withSub = false, departments: string[] = []): DataScope => ({ scope: kind, withSub, departments })

interface ScopeCase {
  readonly rule: string
  readonly own: readonly string[]
  readonly scopes: readonly DataScope[]
  readonly sees: 'all' | readonly string[]
}

const cases: readonly ScopeCase[] = [
  { rule: 'all', own: ['rd'], scopes: [scope('all')], sees: 'all' },
  { rule: 'listed', own: ['smt'], scopes: [scope('custom', false, ['rd', 'vietnam'])], sees: ['rd', 'vietnam'] },
  { rule: 'listed with what is below', own: ['smt'], scopes: [scope('custom', true, ['rd', 'vietnam'])],
    sees: ['hardware', 'line', 'rd', 'vietnam', 'workshop'] },
  { rule: 'own department', own: ['rd'], scopes: [scope('department')], sees: ['rd'] },
  { rule: 'own department with what is below', own: ['rd'], scopes: [scope('department', true)], sees: ['hardware', 'rd'] },
  { rule: 'every department of a person of two', own: ['finance', 'smt'], scopes: [scope('department')], sees: ['finance', 'smt'] },
  { rule: 'own enterprise, only what is directly under it', own: ['smt'], scopes: [scope('enterprise')], sees: ['dongguan', 'production'] },
  { rule: 'own enterprise with sub-departments, without nested enterprises', own: ['smt'], scopes: [scope('enterprise', true)],
    sees: ['dongguan', 'production', 'smt'] },
  { rule: 'from inside the nested enterprise', own: ['line'], scopes: [scope('enterprise', true)], sees: ['line', 'vietnam', 'workshop'] },
  { rule: 'belonging to the enterprise itself', own: ['vietnam'], scopes: [scope('enterprise')], sees: ['vietnam', 'workshop'] },
  { rule: 'own enterprise and below, nested ones included', own: ['smt'], scopes: [scope('enterpriseBelow')],
    sees: ['dongguan', 'line', 'production', 'smt', 'vietnam', 'workshop'] },
  { rule: 'the flag has no effect', own: ['smt'], scopes: [scope('enterpriseBelow', true)],
    sees: ['dongguan', 'line', 'production', 'smt', 'vietnam', 'workshop'] },
  { rule: 'without an enterprise above', own: ['group'], scopes: [scope('enterpriseBelow')], sees: [] },
  { rule: 'oneself', own: ['rd'], scopes: [scope('self')], sees: [] },
  { rule: 'union of roles', own: ['rd'], scopes: [scope('department'), scope('custom', false, ['finance'])], sees: ['finance', 'rd'] },
  { rule: 'all wins', own: ['rd'], scopes: [scope('self'), scope('all')], sees: 'all' },
  { rule: 'no role is oneself', own: ['rd'], scopes: [], sees: [] },
]

describe('departments that a scope opens', () => {
  it.each(cases)('$rule', ({ own, scopes, sees }) => {
    const seen = resolveScope(tree, { admin: false, departments: own, scopes: { '*': scopes } }, 'documents')
    expect(seen === 'all' ? seen : seen.toSorted()).toEqual(sees)
  })

  it('an administrator sees all', () => {
    expect(resolveScope(tree, { admin: true, departments: [], scopes: { '*': [scope('self')] } }, 'documents')).toBe('all')
  })
})

describe('several roles on one resource', () => {
  it('each gives its own scope for the resource, else its default', () => {
    const scopes = scopesByResource([{ '*': scope('self'), documents: scope('department') }, { '*': scope('custom', false, ['finance']) }, {
      budgets: scope('all'),
    }])
    const seen = (resource: string) => resolveScope(tree, { admin: false, departments: ['rd'], scopes }, resource)
    expect(seen('documents')).toEqual(['rd', 'finance'])
    expect(seen('budgets')).toBe('all')
    expect(seen('anything else')).toEqual(['finance'])
  })
})
