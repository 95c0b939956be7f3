import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { CallNamer } from '#server/http/audit/call-names.ts'

/** Display names of the subjects of calls: declared resources, and names given by host and modules. */
export function auditNames(plugins: readonly Plugin[], callNames: CallNamer) {
  const resources = new Map(plugins.flatMap((plugin) => plugin.resources).map((resource) => [resource.name, resource]))
  return {
    of: (resource: string): Label => resources.get(resource) ?? callNames.subject(resource) ?? { cn: resource, en: resource },
    field: (resource: string | null) => (field: string): Label | null => {
      const found = resource === null
        ? undefined
        : (resources.get(resource)?.fields[field] ?? (roleSubjects.has(resource) ? roleFields[field] : undefined))
      return found ? { cn: found.cn, en: found.en } : null
    },
  }
}

const roleSubjects: ReadonlySet<string> = new Set(['role', 'dataScope'])

/** Field names of roles, which are not a declared resource. */
const roleFields: Readonly<Record<string, Label>> = {
  name: { cn: '名称', en: 'Name' },
  sort: { cn: '排序', en: 'Order' },
  enable: { cn: '启用', en: 'Enabled' },
  remark: { cn: '备注', en: 'Remarks' },
  members: { cn: '成员数', en: 'Members' },
  permissions: { cn: '权限', en: 'Permissions' },
  scopes: { cn: '数据权限', en: 'Data scopes' },
  dataScope: { cn: '默认数据权限', en: 'Default data scope' },
  columns: { cn: '列权限', en: 'Column permissions' },
}
