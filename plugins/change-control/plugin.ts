import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { canLines, ecnLine } from './ecn-line.ts'
import { cn, en } from './texts.ts'
import { overdueMark } from './marks.ts'
import { fiveMOverdue } from './message-kinds.ts'
import { ecnApply } from './types/ecnApply/index.ts'
import { ecnBaseline } from './types/ecnBaseline/index.ts'
import { ecnChange } from './types/ecnChange/index.ts'
import { ecnReviewForm } from './types/ecnReviewForm/index.ts'
import { fiveMChange } from './types/fiveMChange/index.ts'

/** Dictionaries of change notices and of changes in production. */
const dictionaries: readonly Dictionary[] = [
  dictionary('ecnType', 'ECN变更类型', 'ECN type',
    'design 设计变更/Design; bom BOM变更/BOM; process 工艺变更/Process; document 文件变更/Document; software 软件变更/Software; ' +
      'package 包装变更/Packaging; supplier 物料、供应商变更/Material or supplier'),
  dictionary('ecnReason', 'ECN变更原因', 'ECN reason',
    'quality 质量改善/Quality; cost 降本/Cost; customer 客户要求/Customer request; supply 物料停产缺料/EOL or shortage; ' +
      'design 设计缺陷/Design defect; safety 安规认证/Safety & certification; process 工艺改善/Process; doc 资料修正/Document correction'),
  dictionary('ecnUrgency', 'ECN紧急程度', 'ECN urgency', 'normal 普通/Normal; urgent 紧急/Urgent; stop 停线/Line stop'),
  dictionary('ecnItemState', 'ECN执行状态', 'ECN item state',
    '0 未开始/Not started; 1 执行中/In execution; 2 已执行/Executed; 3 已验证/Verified; 4 已关闭/Closed; 5 已延期/Delayed; ' +
      '9 不适用/Not applicable'),
  dictionary('ecnChangeAction', 'ECN变更动作', 'ECN change action',
    'add 新增/Add; delete 删除/Delete; replace 替换/Replace; qty 用量变更/Quantity; rev 版本升级/Revision; attr 属性变更/Attribute'),
  dictionary('ecnEffective', 'ECN切换方式', 'ECN effectivity',
    'now 立即切换/Immediate; date 指定日期/By date; order 指定工单/By order; useUp 用完旧料/Use up old stock; next 下批切换/Next lot'),
  dictionary('stockDisposal', '旧料处理方式', 'Disposal of old stock',
    'useUp 用完为止/Use up; rework 返工/Rework; scrap 报废/Scrap; return 退供应商/Return to supplier; divert 转他用/Divert; ' +
      'keep 保留售后/Keep for service; na 无/None'),
  dictionary('fiveMCategory', '5M变更类别', '5M category',
    'man 人/Man; machine 机/Machine; material 料/Material; method 法/Method; measure 测/Measurement; env 环/Environment'),
  dictionary('fiveMLevel', '变更级别', 'Change level', 'A 重大/Major; B 一般/General; C 轻微/Minor'),
  dictionary('fiveMDuration', '5M变更性质', '5M nature', 'temporary 临时/Temporary; permanent 永久/Permanent'),
  dictionary('fiveMElectronicState', '5M电子状态', '5M electronic state',
    '0 不涉及/Not involved; 1 待评估/To assess; 2 无影响/No impact; 3 需变更/Change needed; 4 待贴片/Awaiting SMT; 5 已验证/Verified'),
  dictionary('fiveMStructureState', '5M结构状态', '5M structure state',
    '0 不涉及/Not involved; 1 待评估/To assess; 2 无影响/No impact; 3 需变更/Change needed; 4 待试模/Awaiting mould trial; 5 已验证/Verified'),
  dictionary('fiveMSoftwareState', '5M软件状态', '5M software state',
    '0 不涉及/Not involved; 1 待评估/To assess; 2 无影响/No impact; 3 需变更/Change needed; 4 待发布/Awaiting release; 5 已验证/Verified'),
]

const forms = [ecnApply, ecnReviewForm, ecnChange, ecnBaseline, fiveMChange]

/** Control of changes: notices of engineering changes with their reviews, changes and baselines, and changes in production. */
export default definePlugin({
  id: 'change-control',
  requires: ['contracts', 'documents', 'forms', 'masters', 'procurement', 'production', 'projects', 'research', 'sap', 'system'],
  permissions: [...forms.flatMap(({ key }) => Object.values(formPermissions(key))), ...Object.values(canLines)],
  resources: [ecnLine],
  forms,
  formGroups: [{ id: 'change', cn: '变更管理', en: 'Change management', sort: 65 }],
  dictionaries,
  documentMarks: [overdueMark],
  messageKinds: [fiveMOverdue],
  menus: [{ id: 'ecn-lines', parent: 'research', cn: 'ECN执行明细', en: 'ECN lines', icon: 'swap', path: ecnLine.path, needs: canLines.view,
    sort: 40 }],
  locales: { cn, en },
})
