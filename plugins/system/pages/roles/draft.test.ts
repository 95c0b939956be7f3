import { describe, expect, it } from 'vitest'
import type { RoleDetail } from '#plugins/system/access-wire.ts'
import { changeOf, differences, draftOf, withColumn, withScope } from './draft.ts'

const role: RoleDetail = {
  id: 'r',
  key: 'clerk',
  name: '文员/Clerk',
  sort: 3,
  enable: true,
  builtIn: false,
  remark: null,
  version: 7,
  holders: 'members',
  members: 1,
  dataScope: null,
  permissions: ['tea:pot:view'],
  scopes: [{ resource: '*', scope: 2, withSub: true, deptIds: ['b', 'a'] }],
  columns: [{ subject: 'pot', field: 'price', access: 'hidden' }],
}

describe('an edited role', () => {
  it('differs in nothing at first', () => {
    expect(differences(role, draftOf(role))).toEqual([])
    expect(changeOf(role, draftOf(role))).toEqual({ version: 7 })
  })

  it('names each thing that would change, and sends the parts that hold them', () => {
    const begun = draftOf(role)
    const draft = { ...begun, basics: { ...begun.basics, sort: 4 }, permissions: new Set(['tea:pot:edit']),
      scopes: withScope(role.scopes, 'user', { scope: 1, withSub: false, deptIds: [] }), added: ['wang'], removed: ['li'] }
    expect(differences(role, draft)).toEqual([
      { kind: 'basics', field: 'sort' },
      { kind: 'given', permission: 'tea:pot:edit' },
      { kind: 'taken', permission: 'tea:pot:view' },
      { kind: 'scope', resource: 'user' },
      { kind: 'joins', person: 'wang' },
      { kind: 'leaves', person: 'li' },
    ])
    expect(changeOf(role, draft)).toEqual({
      version: 7,
      basics: { nameCn: '文员', nameEn: 'Clerk', sort: 4, enable: true, remark: '' },
      permissions: ['tea:pot:edit'],
      scopes: [role.scopes[0], { resource: 'user', scope: 1, withSub: false, deptIds: [] }],
      members: { add: ['wang'], remove: ['li'], responsible: [] },
    })
  })

  it('differs in what is shown of a column, whichever way it is changed', () => {
    const column = { subject: 'pot', field: 'price' }
    const wider = { ...draftOf(role), columns: withColumn(role.columns, column, 'readOnly') }
    expect(differences(role, wider)).toEqual([{ kind: 'column', subject: 'pot', column: 'price', access: 'readOnly' }])
    expect(changeOf(role, wider)).toEqual({ version: 7, columns: [{ ...column, access: 'readOnly' }] })
    expect(differences(role, { ...wider, columns: withColumn(role.columns, column, undefined) })).toEqual([{ kind: 'column', subject: 'pot',
      column: 'price', access: undefined }])
    expect(differences(role, { ...wider, columns: withColumn(wider.columns, column, 'hidden') })).toEqual([])
  })

  it('is the same with departments in another order, and with the same scope set anew', () => {
    const scopes = withScope(role.scopes, '*', { scope: 2, withSub: true, deptIds: ['a', 'b'] })
    expect(differences(role, { ...draftOf(role), scopes })).toEqual([])
    expect(differences(role, { ...draftOf(role), scopes: withScope(role.scopes, '*', undefined) })).toEqual([{ kind: 'scope',
      resource: '*' }])
  })
})
