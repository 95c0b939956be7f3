import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { directedSoftware } from './directed-software.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { eligibleProposals, proposalTimeouts, softwareRequests, workHours } from './statistics/pages.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { patent } from './patent.ts'
import { canDirected, canHour, canPatent, canProposals } from './permissions.ts'
import { proposalIndex } from './proposal-index.ts'
import { devReviewSheet } from './types/devReviewSheet/index.ts'
import { patentApplication } from './types/patentApplication/index.ts'
import { workHour } from './work-hour.ts'

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
