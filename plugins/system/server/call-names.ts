import type { CallNames } from '#server/http/audit/call-names.ts'

const dataScope = { cn: '修改数据权限', en: 'Change the data scope' }
const people = { cn: '调整人员', en: 'Change people' }

/** Names of administration calls in the audit log. */
export const systemCallNames: CallNames = {
  subjects: {
    role: { cn: '角色', en: 'Role' },
    responsibility: { cn: '角色负责范围', en: 'Responsibilities' },
    menu: { cn: '菜单', en: 'Menu' },
    terminal: { cn: '终端设置', en: 'Form availability' },
    dataScope: { cn: '数据权限', en: 'Data permissions' },
    area: { cn: '地区', en: 'Area' },
    updateLog: { cn: '更新日志', en: 'What’s new' },
    guide: { cn: '用户指南', en: 'User guide' },
    syncLog: { cn: '同步日志', en: 'Sync log' },
    auditLog: { cn: '审计日志', en: 'Audit log' },
  },
  operations: {
    '/system/user/:id/resetPwd': { cn: '重置密码', en: 'Reset the password' },
    '/system/role/:id/menus': { cn: '修改菜单权限', en: 'Change the menus' },
    '/system/role/:id/users': { cn: '修改成员', en: 'Change the members' },
    '/system/role/:id/dataScope': dataScope,
    '/system/dataScope': dataScope,
    '/system/dataScope/:roleId/:resource': dataScope,
    '/system/org/syncPersonnel': { cn: '同步', en: 'Sync' },
    '/system/org/:id/people': people,
    '/system/org/:id/people/:userId': people,
    '/system/org/:id/superior': { cn: '修改上级', en: 'Change the parent enterprise' },
    '/system/updateLog/:id/publish': { cn: '发布', en: 'Publish' },
    '/system/guide/:key/restore': { cn: '恢复原文', en: 'Restore the original' },
  },
}
