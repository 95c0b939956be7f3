import type { DeclaredRole } from '#kernel/plugin.ts'

/** Roles that only forms of this module name. */
export const roles: readonly DeclaredRole[] = [
  { key: 'qualityEngineer', cn: '质量工程师', en: 'Quality engineer', sort: 17 },
  { key: 'pmo', cn: '项目办', en: 'PMO', sort: 28 },
  { key: 'fleetManager', cn: '车队管理员', en: 'Fleet manager', sort: 43 },
  { key: 'adminOffice', cn: '行政', en: 'Administration office', sort: 44 },
  { key: 'hr', cn: '人事', en: 'HR', sort: 45 },
  { key: 'proposalCommittee', cn: '提案委员会', en: 'Proposal committee', sort: 47 },
  { key: 'proposalAdmin', cn: '提案管理员', en: 'Proposal administrator', sort: 48 },
]
