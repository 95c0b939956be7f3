import type { Db } from '../../../../server/database/tables.ts'
import { nowOf } from '../../../../src/kernel/dates.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { cells } from './cells.ts'
import { before, dayFrom, type Story } from '../stories/tell.ts'
import { proposalStories } from './proposals.ts'

/** General approvals, proposals, rapid projects, changes of processes, and books that are borrowed. */
export const generalStories = async (db: Db, anchor: Date): Promise<readonly Story[]> =>
  [...universal(anchor), ...proposalStories(anchor), ...projects(anchor), ...changes(anchor), ...(await borrowed(db, anchor))]

/** `who | department | days ago | what becomes of it | where it stops | kind | amount | approvers | subject` */
const approvals = `
employee | sz-hardware | 90 | completed | | 6 | | songtao sales | 借用示波器三个月
quality | sz-quality | 75 | completed | | 1 | 800.00 | it | 会议室增加投影
sales | sz-sales | 50 | completed | | 5 | 12000.00 | finance | 客户年会赞助
zhoujie | sz-hr | 35 | completed | | 2 | | gm | 调整考勤时间
it | sz-it | 20 | completed | | 1 | 60000.00 | finance | 机房空调更换
employee | sz-hardware | 15 | refused | deptHead | 9 | | songtao | 更换工位
quality | sz-quality | 2 | running | addApprover | 6 | | sales it | 开放测试数据目录
employee | sz-hardware | 1 | running | deptHead | 1 | 300.00 | zhoujie | 购买绿植
`

const universal = (anchor: Date): readonly Story[] => approvals.trim().split('\n').map((line): Story => {
  const [by, department, ago, ends, waitsAt, universalType, amount, approvers, subject] = cells(line, 9)
  return {
    type: 'universalApproval', by, at: before(anchor, Number(ago)), ends: ends as Story['ends'], ...(waitsAt !== '' && { waitsAt }),
    value: () => ({
      title: subject, applicantDept: department, universalType, urgency: '1', currencyType: 'CNY', chosenApprovers: approvers.split(' ').map((person) => `u-${person}`),
      contents: [{ rowId: 'c1', subject, content: `<p>申请${subject}，请审批。</p>`, amount: amount || null }],
    }),
  }
})

const projects = (anchor: Date): readonly Story[] => [['治具接口标准化', 60, 'completed', ''], ['检测数据看板', 3, 'running', 'techReview']].map(([name, ago, ends, waitsAt]): Story => {
  const days = Number(ago)
  return {
    type: 'rapidProject', by: 'quality', at: before(anchor, days), ends: ends as Story['ends'], ...(waitsAt !== '' && { waitsAt: String(waitsAt) }),
    choices: [{ node: 'techReview', people: ['u-head', 'u-it'] }],
    value: () => ({
      applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality'), currencyType: 'CNY', projectName: String(name), projectType: '4', productModel: '通用',
      projectManager: 'u-quality', period: [dayFrom(anchor, -days), dayFrom(anchor, -days + 120)], risk: 'low', background: '现有做法种类多，通用性差，影响效率', goals: '统一标准，准备时间减少三成',
      team: [{ rowId: 't1', member: 'u-quality', role: '项目经理', hoursPlanned: '160' }, { rowId: 't2', member: 'u-dongmei', role: '检验', hoursPlanned: '80' }],
      milestones: [{ rowId: 'm1', name: '方案评审', planDate: dayFrom(anchor, -days + 30), owner: 'u-quality' }, { rowId: 'm2', name: '验收', planDate: dayFrom(anchor, -days + 110), owner: 'u-quality' }],
      costItems: [{ rowId: 'k1', expenseCategory: 'c-office', expenseDetail: '样件与耗材', amount: '1800.00', month: dayFrom(anchor, -days + 30) }],
    }),
  }
})

const changes = (anchor: Date): readonly Story[] => [['completed', ''], ['running', 'itEvaluate']].map(([ends, waitsAt], index): Story => {
  const days = index === 0 ? 45 : 4
  return {
    type: 'oaChange', by: index === 0 ? 'quality' : 'zhoujie', at: before(anchor, days), ends: ends as Story['ends'], ...(waitsAt && { waitsAt }),
    value: () => ({
      applicantDept: index === 0 ? 'sz-quality' : 'sz-hr', oaChangeType: '2', urgency: '1', processRefs: [{ rowId: 'p1', process: index === 0 ? 'proposalApply' : 'taxiApply', changeNote: '增加会签节点' }],
      changeReason: '验收环节需要增加相关部门会签', currentDescription: '目前由部门负责人单独验收', targetDescription: '<p>验收节点增加相关部门会签</p>', affectedDepts: ['sz-quality', 'sz-hr'],
      dataImpact: '0', effectiveDate: dayFrom(anchor, -days + 10), processOwner: 'u-linfang',
    }),
    say: {
      processOwnerReview: { comment: '同意变更' },
      itEvaluate: { fill: () => ({ evaluateResult: '1', evaluateNote: '配置即可实现', workDays: '2', developer: 'u-tianye', planOnlineDate: dayFrom(anchor, -days + 8) }) },
      implement: { fill: () => ({ onlineDate: dayFrom(anchor, -days) }) },
      userTest: { fill: () => ({ testResult: '1' }) },
    },
  }
})

/** `who | department | days ago | what becomes of it | where it stops` */
const borrowings = `
employee | sz-hardware | 70 | completed |
quality | sz-quality | 40 | completed |
employee | sz-hardware | 10 | running | giveBack
songtao | sz-hardware | 8 | running | giveBack
quality | sz-quality | 5 | running | giveBack
employee | sz-hardware | 1 | running | handOut
`

async function borrowed(db: Db, anchor: Date): Promise<readonly Story[]> {
  const lines = borrowings.trim().split('\n')
  const free = await db.selectFrom('book').select('id').where('book_status', '=', '1').orderBy('book_no', 'desc').limit(lines.length).execute()
  return lines.map((line, index): Story => {
    const [by, department, ago, ends, waitsAt] = cells(line, 5)
    const from = before(anchor, Number(ago))
    const due = nowOf(new Date(from.getTime() + 28 * 86_400_000))
    return {
      type: 'bookBorrow', by, at: from, ends: ends as Story['ends'], ...(waitsAt !== '' && { waitsAt }),
      value: () => ({ applicantDept: department, books: [{ rowId: 'b1', bookNo: free[index]?.id ?? null }], borrower: `u-${by}`, borrowTime: nowOf(from), plannedReturnTime: due, reason: '工作参考' }),
      say: {
        handOut: { comment: `【计划归还时间：${due.slice(0, 16)}】已借出` },
        giveBack: { fill: () => ({ returnTime: nowOf(new Date(from.getTime() + 20 * 3_600_000)), bookCondition: '1' }) },
      },
    }
  })
}
