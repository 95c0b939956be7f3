import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { count, dictionary, parameters } from '#plugins/forms/kit.ts'
import { directedSoftware } from './directed-software.ts'
import { eligibleProposals, proposalTimeouts, softwareRequests, workHours } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { patent } from './patent.ts'
import { canDirected, canHour, canPatent, canProposals } from './permissions.ts'
import { proposalIndex } from './proposal-index.ts'
import { devReviewSheet } from './types/devReviewSheet/index.ts'
import { limits, patentApplication } from './types/patentApplication/index.ts'
import { workHour } from './work-hour.ts'

/** Dictionaries that classify R&D work. */
const dictionaries: readonly Dictionary[] = [
  dictionary('reviewStage', '项目阶段', 'Project stage',
    'concept 概念/Concept; plan 计划/Plan; evt EVT/EVT; dvt DVT/DVT; pvt PVT/PVT; mp 量产/Mass production; software 软件发布/Software release'),
  dictionary('devReviewType', '研发评审类型', 'R&D review type',
    'project 立项/Project start; scheme 方案/Scheme; schematic 原理图/Schematic; pcb PCB/PCB; structure 结构/Structure; ' +
      'softwareReq 软件需求/Software requirement; directed 定向软件/Custom software; test 测试/Test; stage 阶段/Stage gate; end 结项/Closing'),
  dictionary('devRole', '研发角色', 'R&D role',
    'electronic 电子/Electronics; structure 结构/Mechanics; software 软件/Software; test 测试/Test; pm 项目管理/Project management'),
  dictionary('patentType', '专利类型', 'Patent type',
    '1 发明专利/Invention; 2 实用新型/Utility model; 3 外观设计/Design; 4 软件著作权/Software copyright; 5 PCT国际申请/PCT; 6 海外专利/Foreign patent'),
  dictionary('patentRegion', '专利地域', 'Patent region',
    'cn 中国/China; us 美国/USA; eu 欧洲/Europe; jp 日本/Japan; pct PCT/PCT; other 其他/Other'),
  dictionary('patentState', '专利状态', 'Patent state',
    '0 撰写中/Drafting; 1 已申请/Filed; 2 已公开/Published; 3 已授权/Granted; 4 驳回/Rejected; 5 放弃/Abandoned'),
  parameters('devRule', { cn: '研发工时规则', en: 'R&D working hours' }, {
    monthlyHours: ['300', '每人每月工时上限', 'Monthly hours limit per person', count({ cn: '小时', en: 'hours' })],
  }),
  limits.dictionary,
]

const forms = [devReviewSheet, patentApplication]

/** Research and development: project reviews, working hours, custom software, patents, and the register of proposals. */
export default definePlugin({
  id: 'research',
  requires: ['contracts', 'documents', 'forms', 'masters', 'projects', 'proposals', 'statistics', 'system'],
  permissions: [...rightsOfPages([workHours, softwareRequests, eligibleProposals, proposalTimeouts]),
    ...[canPatent, canHour, canDirected, canProposals].flatMap((can) => Object.values(can)),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [patent, workHour, directedSoftware, proposalIndex],
  forms,
  dictionaries,
  roles: [
    { key: 'changeManager', cn: '变更经理', en: 'Change manager', sort: 22 },
    { key: 'patentEngineer', cn: '专利工程师', en: 'Patent engineer', sort: 23 },
    { key: 'rdAssistantBomReview', cn: '研发助理BOM审核', en: 'R&D assistant BOM review', sort: 24 },
    { key: 'docControl', cn: '文控', en: 'Document control', sort: 27 },
  ],
  menus: [
    { id: 'research', cn: '研发管理', en: 'R&D', icon: 'experiment', sort: 47 },
    { id: 'patents', parent: 'research', cn: '专利台账', en: 'Patents', icon: 'trophy', path: patent.path, needs: canPatent.view,
      sort: 10 },
    { id: 'dev-work-hours', parent: 'research', cn: '研发工时', en: 'Working hours', icon: 'clock-circle', path: workHour.path,
      needs: canHour.view, sort: 20 },
    { id: 'directed-software', parent: 'research', cn: '定向软件', en: 'Custom software', icon: 'code', path: directedSoftware.path,
      needs: canDirected.view, sort: 30 },
    { id: 'proposal-index', parent: 'projects', cn: '提案台账', en: 'Proposals register', icon: 'bulb', path: proposalIndex.path,
      needs: canProposals.view, sort: 30 },
    statisticsMenu(workHours, 'clock-circle'),
    statisticsMenu(softwareRequests, 'code'),
    statisticsMenu(eligibleProposals, 'bulb'),
    statisticsMenu(proposalTimeouts, 'schedule'),
  ],
  contributes: [statisticsPages.of(workHours, softwareRequests, eligibleProposals, proposalTimeouts)],
  locales: { cn, en },
})
