import { declaredRoles } from '#kernel/composition/requirement-findings.ts'
import { everything } from '#kernel/permissions.ts'
import { formPermissions } from '#kernel/form.ts'
import { splitName } from '#kernel/wording/names.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { rightsOfPages, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { chance } from '../random.ts'
import { personId } from './person-id.ts'
import { type DemoPerson, people, units } from './organisation.ts'
import { analysts, grants, hiddenColumns, resourceScopes, responsibilities, scopes, viewers } from './rights.ts'

/** Company codes in the demo company's SAP, by enterprise. */
const companyCodes = { sz: '1000', dg: '2000', vn: '3000' } as const

const named = ([value, cn, en]: readonly [string, string, string]) => ({ value, cn: `${value} ${cn}`, en: `${value} ${en}` })

/** Dictionary items for payments through SAP. */
export const sapChoices = [
  { key: 'sapCompanyCode', cn: 'SAP公司代码', en: 'SAP company code', items: Object.entries(companyCodes).map(([unit, code]) => {
    const { cn, en } = splitName(units.find(({ id }) => id === unit)?.name)
    return named([code, cn, en])
  }) },
  { key: 'sapPurchaseGroup', cn: 'SAP采购组', en: 'SAP purchasing group',
    items: [['P01', '电子料', 'Electronics'], ['P02', '结构件', 'Mechanical parts'], ['P03', '服务', 'Services']].map((
      [value = '', cn = '', en = ''],
    ) => named([value, cn, en])) },
  { key: 'houseBank', cn: '付款银行', en: 'House bank',
    items: [['CCB01', '建设银行苏州', 'CCB Suzhou'], ['BOC01', '中国银行苏州', 'BOC Suzhou'], ['CMB01', '招商银行东莞', 'CMB Dongguan']]
      .map(([value = '', cn = '', en = '']) => named([value, cn, en])) },
]

/** Saves organisation, roles and people, all with the same password hash. */
export async function saveCompany(db: Db, host: Host, password: string): Promise<void> {
  const at = host.clock.now()
  const unitRows = groups(db, at)
  for (const [sort, { id, parent, type, name, budget = false }] of units.entries()) {
    await unitRows.create({ id, parent, type, name, code: id.toUpperCase(), hasBudgetDept: budget, sort, sapCode: sapCodes[id] ?? null })
  }
  const known = await saveRoles(db, host, at)
  for (const [index, person] of people.entries()) await savePerson(db, { person, index, password, known, at })
  const declaredScopes = new Set(host.plugins.flatMap(({ roleScopes }) => roleScopes.map(({ key }) => key)))
  for (const { role, person, scope, values } of responsibilities.filter((each) => declaredScopes.has(each.scope))) {
    const { id: roleId } = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', role).where('del_flag', '=', 0)
      .executeTakeFirstOrThrow()
    await db.insertInto('sys_role_member_scope').values({ user_id: personId(person), role_id: roleId, scope, values: [...values] })
      .execute()
  }
  for (const { id, head, deputy, vicePresident, generalManager } of units) {
    await unitRows.setHeads(id, { head: idOf(head), deputy: idOf(deputy), vicePresident: idOf(vicePresident),
      generalManager: idOf(generalManager) })
  }
}

/** SAP company codes by enterprise. */
const sapCodes: Readonly<Record<string, string>> = companyCodes

const idOf = (userName: string | undefined) => (userName === undefined ? null : personId(userName))

/** Saves the rights of roles, skipping roles of modules that are not installed. @returns the keys of the saved roles */
async function saveRoles(db: Db, { plugins }: Host, at: Date): Promise<ReadonlySet<string>> {
  const rights = roles(db)
  const all = declaredRoles(plugins)
  await rights.ensure(at, all)
  const known = new Set(all.map(({ key }) => key))
  const ofKnown = <Right>(rightsOf: Readonly<Record<string, Right>>) => Object.entries(rightsOf).filter(([key]) => known.has(key))
  const forms = plugins.flatMap(({ forms: declared }) => declared).map(({ key }) => formPermissions(key))
  await rights.setPermissions('administrator', [everything])
  const filed = plugins.flatMap(({ forms: declared }) => declared).filter(({ startedBy }) => startedBy === undefined)
  await rights.setPermissions('employee', filed.map(({ key }) => formPermissions(key).add))
  for (const [role, permissions] of ofKnown(grants)) await rights.grant(role, permissions)
  for (const role of analysts) if (known.has(role)) await rights.grant(role, rightsOfPages(statisticsPages.in(plugins)))
  for (const role of viewers) await rights.grant(role, forms.flatMap(({ view, export: take }) => [view, take]))
  for (const [role, scope] of ofKnown(scopes)) await rights.setScope(role, '*', scope)
  const declared = new Set(plugins.flatMap(({ resources }) => resources.map(({ name }) => name)))
  for (const { role, resource, scope } of resourceScopes.filter((each) => declared.has(each.resource) && known.has(each.role)))
    await rights.setScope(role, resource, scope)
  for (const [role, columns] of ofKnown(hiddenColumns))
    await rights.setColumns(role, columns.filter(({ subject }) => declared.has(subject)).map((column) => ({ ...column, access: 'hidden' })))
  return known
}

interface AccountInput {
  readonly person: DemoPerson
  readonly index: number
  readonly password: string
  /** Keys of the roles declared by installed modules. */
  readonly known: ReadonlySet<string>
  readonly at: Date
}

async function savePerson(db: Db, { person, index, password, known, at }: AccountInput): Promise<void> {
  const { userName, name, units: departments, position, level, roles: held, state, admin = false } = person
  const drawn = chance(`person-${userName}`)
  await users(db, at).create({
    id: personId(userName),
    userName,
    name,
    position,
    positionLevel: level,
    admin,
    roles: held.filter((role) => known.has(role)),
    passwordHash: password,
    phone: `1380000${String(1000 + index)}`,
    email: `${userName}@demo.example`,
    jobNumber: `HY${String(1001 + index)}`,
    // everyone joined before the oldest documents
    joiningDate: daysBefore(at, drawn.between(400, 2900)),
    departments: departments.map((id) => ({ id, position })),
    enable: state === undefined,
    ...(state === 'departed' ? { leavingDate: daysBefore(at, drawn.between(5, 40)) } : {}),
  })
}

const daysBefore = (day: Date, days: number) => new Date(day.getTime() - days * 86_400_000).toISOString().slice(0, 10)
