import type { Spellings } from './names.ts'
import { pluginPageFiles } from './plugin-page-files.ts'
import { pluginServerFiles } from './plugin-server-files.ts'
import { pluginTestFiles } from './plugin-test-files.ts'

/**
 * A working module with one kind of record: declaration, permissions, texts, a page and a call of its own, table and tests. By path below
 * the project.
 */
export function pluginFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `plugins/${kebab}`
  return {
    [`${folder}/permissions.ts`]: `import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('${camel}:record', ['view', 'add', 'edit', 'enable', 'import', 'export'])
`,
    [`${folder}/${kebab}.ts`]: resource(names),
    [`${folder}/references.ts`]: `import { referenceTo } from '#kernel/fields.ts'

/** One of the ${en.toLowerCase()}, by its id: a field of any form, whose conditions read the resource's \`optionFields\`. */
export const ${camel} = referenceTo('${camel}')
`,
    [`${folder}/wire.ts`]: `/** A record whose validity has ended. */
export interface ExpiredRecord {
  readonly id: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Its last day. */
  readonly validTo: string
}

/** A page of them, as \`GET /${kebab}/expired\` answers it. */
export interface ExpiredRecords {
  readonly records: readonly ExpiredRecord[]
  /** The number of all. */
  readonly total: number
  readonly current: number
  readonly size: number
  readonly pages: number
}
`,
    [`${folder}/plugin.ts`]: `import { definePlugin } from '#kernel/plugin.ts'
import { ${camel} } from './${kebab}.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'

export default definePlugin({
  id: '${kebab}',
  permissions: Object.values(can),
  resources: [${camel}],
  menus: [
    { id: '${kebab}', cn: ${camel}.cn, en: ${camel}.en, sort: 70 },
    { id: '${kebab}-records', parent: '${kebab}', cn: '全部${cn}', en: 'All ${en.toLowerCase()}', icon: 'appstore',
      path: ${camel}.path, needs: can.view, sort: 10 },
    { id: '${kebab}-expired', parent: '${kebab}', cn: '到期的${cn}', en: 'Expired ${en.toLowerCase()}', icon: 'history',
      path: '/${kebab}-expired', needs: can.view, sort: 20 },
  ],
  locales: { cn, en },
})
`,
    [`${folder}/locales/cn.ts`]: `export default {
  '${camel}.validityOrder': '失效日不能早于生效日',
} as const
`,
    [`${folder}/locales/en.ts`]: `import type cn from './cn.ts'

export default {
  '${camel}.validityOrder': 'The last day of validity must not be before the first',
} as const satisfies Record<keyof typeof cn, string>
`,
    ...pluginPageFiles(names),
    ...pluginServerFiles(names),
    ...pluginTestFiles(names),
  }
}

const resource = ({ kebab, camel, snake, cn, en }: Spellings) =>
  `import { date, defineFields, department, person, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** ${en}: who sees a record is decided by its department. */
export const ${camel} = defineResource({
  name: '${camel}',
  cn: '${cn}',
  en: '${en}',
  singular: { cn: '${cn}', en: '${en}' },
  base: '/${kebab}',
  path: '/${kebab}',
  table: '${snake}',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, max: 30, pattern: '^[A-Z0-9][A-Z0-9-]*$' }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    departmentId: department({ cn: '部门', en: 'Department', required: true }),
    manager: person({ cn: '负责人', en: 'Responsible person' }),
    validFrom: date({ cn: '生效日', en: 'Valid from', required: true }),
    validTo: date({ cn: '失效日', en: 'Valid to', hint: { cn: '含当日；不填则长期有效', en: 'Inclusive; leave empty if open-ended' } }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'departmentId', 'manager', 'validFrom', 'validTo', 'enable'],
  filters: ['departmentId', 'manager', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can,
  enable: 'enable',
  offers: '${camel}',
  optionFields: ['code', 'departmentId', 'validTo'],
  scope: { departments: 'departmentId' },
  import: {
    columns: [
      { field: 'code' }, { field: 'nameCn' }, { field: 'nameEn' }, { field: 'departmentId', by: 'code' }, { field: 'manager', by: 'code' },
      { field: 'validFrom' }, { field: 'validTo' },
      { field: 'enable' },
    ],
    match: ['code'],
    onMatch: 'update',
  },
})
`
