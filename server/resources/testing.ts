import { sql } from 'kysely'
import { pino } from 'pino'
import { defineFields, department, date, datetime, integer, money, multiselect, select, text, toggle } from '#kernel/fields.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { defineResource } from '#kernel/resource.ts'
import type { MigrationSet } from '#server/database/migrations.ts'
import type { Db } from '#server/database/tables.ts'
import { directoryOf } from '#server/identity/organisation/directory.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { identityReferences } from '#server/identity/organisation/directory-references.ts'
import { organisations, treeOf } from '#server/identity/organisation/organisation.ts'
import { resolveScope } from '#server/identity/rights/scope.ts'
import { readEnv } from '#server/env.ts'
import { definitionStore } from '#server/documents/definitions/definition-store.ts'
import { dictionaryLabels } from '#server/documents/values/labels.ts'
import { externalSystems } from '#server/external/external-systems.ts'
import type { Host, ReferenceSource } from '#server/host.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import { listSchema } from './lists/list-schema.ts'
import { recordColumns } from './columns.ts'
import { callNaming } from '#server/http/audit/call-names.ts'
import { resourceHost } from './host.ts'

/** A host with these modules for tests of their calls, with a frozen clock. */
export function testHost(db: Db, plugins: readonly Plugin[], servers: readonly ServerPlugin[] = [],
  now = new Date('2026-11-20T04:00:00Z')) {
  const resources = resourceHost(plugins, servers)
  const sources = Object.assign({ department: departments, person: identityReferences.person }, resources.references,
    ...servers.map((server) => server.references ?? {})) as Record<string, ReferenceSource>
  const known = organisations()
  const host: Host = {
    db,
    env: readEnv({}),
    log: pino({ level: 'silent' }),
    plugins,
    designed: [],
    amended: [],
    nameUses: servers.flatMap(({ nameUses }) => nameUses ?? []),
    recompose: async () => undefined,
    tryFiling: () => Promise.reject(new Error('this host files no documents')),
    definitions: definitionStore(new Map(plugins.flatMap(({ forms }) => forms).map((form) => [form.key, form]))),
    references: { source: (kind) => sources[kind] },
    external: externalSystems(new Map(), { env: readEnv({}), db, clock: { now: () => now } }),
    clock: { now: () => now },
    directory: async (inside) => directoryOf(await known.at(inside), { at: now }, () => undefined),
    calendar: async () => new Map(),
    usages: servers.flatMap(({ usages }) => usages ?? []),
    actionItems: servers.flatMap(({ actionItems }) => actionItems ?? []),
    warnings: servers.flatMap(({ warnings }) => warnings ?? []),
    isBackfilling: async () => false,
    dictionary: dictionaryLabels(),
    organisation: (inside) => known.at(inside),
    rowScopes: new Map(),
    callNames: callNaming({}, servers.flatMap(({ callNames }) => callNames ?? [])),
    syncSources: new Map(),
    departments: async (inside, caller, resource) =>
      resolveScope(treeOf(await inside.selectFrom('sys_group').select(['id', 'parent_id', 'type']).execute()), caller, resource),
  }
  return { host, servers: [resources, ...servers] }
}

/** A reference source of departments. */
const departments: ReferenceSource = {
  find: async (db, ids) => (ids.length === 0
    ? []
    : (await db.selectFrom('sys_group').select(['id', 'name', 'code']).where('id', 'in', [...ids]).execute()).map((row) => ({ ...row,
      enabled: true })
    )),
  candidates: async () => ({ records: [], total: 0 }),
  named: identityReferences.department.named,
}

const canGadget = definePermissions('test:gadget', ['view', 'add', 'edit', 'enable', 'delete', 'import', 'export'])

/** A sample resource with fields of most kinds of master records. */
export const gadget = defineResource({
  name: 'gadget',
  cn: '装置',
  en: 'Gadget',
  base: '/test',
  path: '/gadgets',
  table: 'gadget',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, max: 10, pattern: '^[A-Z0-9-]+$' }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', max: 30 }),
    price: money({ cn: '价格', en: 'Price', min: 0 }),
    count: integer({ cn: '数量', en: 'Count', min: 0, max: 1000 }),
    bought: date({ cn: '购买日', en: 'Bought' }),
    checked: datetime({ cn: '检查时间', en: 'Checked' }),
    owner: department({ cn: '部门', en: 'Owner' }),
    groupIds: multiselect({ cn: '绑定部门', en: 'Bound departments', of: 'department' }),
    status: select({ cn: '状态', en: 'Status', options: [{ value: '1', cn: '好', en: 'Good' }, { value: '2', cn: '坏', en: 'Broken' }] }),
    grade: select({ cn: '等级', en: 'Grade', dict: 'grade' }),
    secret: text({ cn: '内部', en: 'Internal', system: true }),
    enable: toggle({ cn: '启用', en: 'Enabled' }),
  }),
  columns: ['code', 'nameCn', 'price', 'count', 'bought', 'status', 'enable'],
  filters: ['code', 'price', 'bought', 'checked', 'owner', 'groupIds', 'status', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canGadget,
  enable: 'enable',
  batch: ['count', 'owner', 'groupIds'],
  offers: 'material',
  optionFields: ['price', 'status'],
  scope: { departments: 'groupIds', emptyMeansAll: true },
  import: {
    columns: [
      { field: 'code', example: 'G-0' },
      { field: 'nameCn' },
      { field: 'nameEn' },
      { field: 'price' },
      { field: 'count' },
      { field: 'bought' },
      { field: 'owner', by: 'code', cn: '部门编码', en: 'Owner code' },
      { field: 'owner', by: 'name' },
      { field: 'groupIds' },
      { field: 'status' },
      { field: 'enable' },
    ],
    match: ['code'],
    onMatch: 'update',
  },
})

export const gadgets = definePlugin({ id: 'gadgets', permissions: Object.values(canGadget), resources: [gadget] })

export const gadgetMigrations: readonly MigrationSet[] = [
  identityMigrations,
  listSchema([gadget]),
  {
    id: 'gadgets',
    migrations: [
      {
        name: '001-gadgets',
        up: async (run) =>
          void (await run(sql`
            create table gadget (
              ${recordColumns},
              code varchar(10) not null, name_cn varchar(30) not null, name_en varchar(30), price numeric(18,2), count integer,
              bought date, checked timestamptz,
              owner varchar(32), group_ids text[] not null default '{}', status varchar(1), grade varchar(20), secret varchar(20),
              enable boolean not null default true,
              constraint gadget_cheap check (price < 1000000)
            );
            create unique index gadget_code on gadget (code) where del_flag = 0`)),
      },
    ],
  },
]
