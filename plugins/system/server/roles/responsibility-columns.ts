import { person, select, text } from '#kernel/fields.ts'
import type { RoleScope } from '#kernel/plugin.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ImportColumn } from '#server/imports/importer.ts'

/** Columns of a workbook of responsibilities, for the declared scopes. */
export const responsibilityColumns = (scopes: readonly RoleScope[]): readonly ImportColumn[] => {
  const [first] = scopes
  return [
    { key: 'role', cn: '角色', en: 'Role', required: true, field: text({ cn: '角色', en: 'Role', required: true, max: 60 }),
      example: 'buyer' },
    { key: 'person', cn: '工号', en: 'Job number', required: true, by: 'code',
      field: person({ cn: '工号', en: 'Job number', required: true }) },
    { key: 'scope', cn: '范围', en: 'Scope', required: true,
      field: select({ cn: '范围', en: 'Scope', required: true, options: scopes.map(({ key, cn, en }) => ({ value: key, cn, en })) }),
      ...(first && { example: first }) },
    { key: 'values', cn: '负责', en: 'Responsible for', field: text({ cn: '负责', en: 'Responsible for', max: 2000 }),
      example: everything },
  ]
}

/** Additional columns of the export. */
export const exportedBeside: readonly Label[] = [{ cn: '角色名称', en: 'Role name' }, { cn: '姓名', en: 'Name' }]

/** Text that means all values of a scope. */
export const everything: Label = { cn: '全部', en: 'All' }
