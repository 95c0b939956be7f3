import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { count, days, dictionary, factor, parameters, points, rmb } from '#plugins/forms/kit.ts'
import { cn, en } from './texts.ts'
import { can } from './permissions.ts'
import { oaChange } from './types/oaChange/index.ts'
import { proposalApply } from './types/proposalApply/index.ts'
import { rapidProject } from './types/rapidProject/index.ts'
import { universalApproval } from './types/universalApproval/index.ts'
import { limits } from './approval-limits.ts'

/** Dictionaries of general requests, and the standards of proposals. */
const dictionaries: readonly Dictionary[] = [
  dictionary('universalType', '通用审批类型', 'General approval type',
    '1 行政/Administration; 2 人事/HR; 3 财务/Finance; 4 生产/Production; 5 销售/Sales; 6 研发/R&D; 7 用章/Seal use; 9 其他/Other'),
  dictionary('proposalType', '提案类别', 'Proposal type',
    '1 质量改善/Quality; 2 成本降低/Cost; 3 效率提升/Efficiency; 4 安全环境/Safety and environment; 5 管理改善/Management; 6 技术创新/Innovation; 9 其他/Other'),
  dictionary('proposalStatus', '提案状态', 'Proposal status',
    '1 待初评/Awaiting first review; 2 待实施/To implement; 3 实施中/Being implemented; 4 待验收/Awaiting verification; 5 合格/Eligible; ' +
      '6 不采纳/Not adopted; 7 暂存难决/Hard to decide; 8 超时/Overdue'),
  dictionary('proposalGrade', '提案等级', 'Proposal grade',
    'A 90–100分/A 90–100; B 75–89分/B 75–89; C 60–74分/C 60–74; D 不合格/Not eligible'),
  dictionary('oaChangeType', 'OA变更类型', 'OA change type',
    '1 新增流程/New process; 2 修改流程/Change process; 3 停用流程/Disable process; 4 表单字段/Form fields; 5 审批节点/Approval steps; ' +
      '6 权限/Permission; 9 其他/Other'),
  dictionary('evaluateResult', '评估结果', 'Evaluation', '1 可行/Feasible; 2 部分可行/Partly feasible; 3 不可行/Not feasible'),
  parameters('proposalTarget', { cn: '提案标准', en: 'Proposal standards' }, {
    annualEligible: ['2', '每人每年合格提案目标', 'Annual target of eligible proposals per person', count({ cn: '件', en: 'proposals' })],
    timeoutDays: ['7', '评审节点超时天数', 'Days until a review is overdue', days],
    eligibleScore: ['60', '合格分数', 'Score for an eligible proposal', points],
    rewardA: ['500', 'A 级奖励', 'Reward, grade A', rmb],
    rewardB: ['200', 'B 级奖励', 'Reward, grade B', rmb],
    rewardC: ['50', 'C 级奖励', 'Reward, grade C', rmb],
    excellentFactor: ['2', '优秀提案奖励倍数', 'Reward factor for excellent proposals', factor],
  }),
  parameters('rapidProject', { cn: '快速立项标准', en: 'Rapid project standards' }, {
    longestDays: ['180', '快速立项最长周期', 'Maximum length', days],
    largestBudget: ['200000', '快速立项预算上限', 'Maximum budget', rmb],
  }),
  limits.dictionary,
]

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
