import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'
import { oaChange } from './types/oaChange/index.ts'
import { proposalApply } from './types/proposalApply/index.ts'
import { rapidProject } from './types/rapidProject/index.ts'
import { universalApproval } from './types/universalApproval/index.ts'

const forms = [universalApproval, proposalApply, rapidProject, oaChange]

/** General requests: improvement proposals, rapid projects, OA process changes, and general approvals. */
export default definePlugin({
  id: 'proposals',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'forms', 'masters', 'projects', 'system'],
  permissions: [...Object.values(can), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  forms,
  formGroups: [{ id: 'project', cn: '项目与提案', en: 'Projects and proposals', sort: 90 }],
  dictionaries,
  roles: [
    { key: 'pmo', cn: '项目办', en: 'PMO', sort: 28 },
    { key: 'proposalCommittee', cn: '提案委员会', en: 'Proposal committee', sort: 47 },
    { key: 'proposalAdmin', cn: '提案管理员', en: 'Proposal administrator', sort: 48 },
  ],
  locales: { cn, en },
})
