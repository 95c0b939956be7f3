import { type Form, formPermissions } from '#kernel/form.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { Db } from '#server/database/tables.ts'
import { positionLevels } from '#plugins/system/dictionaries/position-levels.ts'
import { dictionaries } from '../dictionaries/all.ts'

/** A module with nothing but this form, and the dictionaries that every header needs. */
export const moduleOf = (form: Form): Plugin =>
  definePlugin({ id: 'test', forms: [form], permissions: Object.values(formPermissions(form.key)), dictionaries: [...dictionaries, positionLevels] })

/**
 * A product with nothing but this form, on 20 November 2026, in a company of one department `works`:
 * `wang` files, `head` is the head, `chief` the vice president.
 */
export function formProduct(form: Form): Promise<TestProduct> {
  return testProduct({
    plugins: [moduleOf(form)],
    serverPlugins: [],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: { name: `a company that files ${form.key}`, fill: ({ host }) => company(host.db, form) },
  })
}

const people = { wang: '王伟/Wang Wei', head: '李娜/Li Na', chief: '张强/Zhang Qiang' }

async function company(db: Db, form: Form): Promise<void> {
  // a cheap hash: the work of signing in is not what these tests are about
  const passwordHash = await hashPassword(testPassword, { N: 1024, r: 8, p: 1 })
  await groups(db).create({ id: 'group', type: 'GROUP', name: '集团/Group' })
  await groups(db).create({ id: 'works', parent: 'group', type: 'DEPARTMENT', name: '工厂/Works' })
  for (const [id, name] of Object.entries(people)) await users(db).create({ id, userName: id, name, passwordHash, departments: [{ id: 'works' }] })
  await groups(db).setHeads('works', { head: 'head', vicePresident: 'chief' })
  await roles(db).grant('employee', Object.values(formPermissions(form.key)))
}
