import type { DeclaredRole } from '#kernel/plugin.ts'

/** Roles of system administrators, used in flows of several modules. */
export const roles: readonly DeclaredRole[] = [
  { key: 'itAdmin', cn: 'IT管理员', en: 'IT administrator', sort: 38 },
  { key: 'oaAdmin', cn: 'OA管理员', en: 'OA administrator', sort: 39 },
  { key: 'sapAdmin', cn: 'SAP管理员', en: 'SAP administrator', sort: 40 },
]
