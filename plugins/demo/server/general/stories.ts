import { costCenterId } from '../masters/cost-centers.ts'
import { cells } from './cells.ts'
import { before, dayFrom } from '../stories/clock.ts'
import { attached, attachedInError, commented, copiedTo, countersigned, type StoryMove } from '../stories/moves.ts'
import type { Story } from '../stories/story.ts'
import { proposalStories } from './proposals.ts'

/** General approvals, proposals, rapid projects and changes of processes. */
export const generalStories = (
  anchor: Date,
): readonly Story[] => [...universal(anchor), ...proposalStories(anchor), ...projects(anchor), ...changes(anchor)]

/** `initiator | department | days ago | final state | node where it stops | kind | amount | approvers | subject` */
const approvals = `
employee | sz-hardware | 90 | completed | | 6 | | songtao sales | 借用示波器三个月
quality | sz-quality | 75 | revoked | deptHead | 1 | 800.00 | it | 会议室增加投影
sales | sz-sales | 50 | voided | addApprover | 5 | 12000.00 | finance | 客户年会赞助
zhoujie | sz-hr | 35 | completed | | 2 | | gm | 调整考勤时间
it | sz-it | 20 | completed | | 1 | 60000.00 | finance | 机房空调更换
employee | sz-hardware | 15 | refused | deptHead | 9 | | songtao | 更换工位
quality | sz-quality | 4 | running | addApprover | 6 | | sales it | 开放测试数据目录
employee | sz-hardware | 3 | running | addApprover | 1 | 4800.00 | head finance | 参加行业标准工作组
`

/** Later actions on some of them, by subject. */
const afterwards: Readonly<Record<string, readonly StoryMove[]>> = {
  借用示波器三个月: [commented('songtao', '校准证书已随设备交接', ['employee'])],
  调整考勤时间: [copiedTo(['yangfan', 'it', 'buyer'], '自下月起执行'), commented('zhoujie', '考勤机设置请同步调整', ['it'])],
  机房空调更换: [attached('安装验收单.pdf', '现场照片.png'), attachedInError('旧合同.pdf'),
    commented('it', '已安装完成，运行正常', ['finance'])],
  开放测试数据目录: [countersigned(['xulei', 'jiangyi'], 'sequence', '先请两位销售经理确认开放范围'),
    commented('quality', '只开放读取权限', ['it', 'sales'])],
}

const universal = (anchor: Date): readonly Story[] =>
  approvals.trim().split('\n').map((line): Story => {
    const [by, department, ago, ends, waitsAt, universalType, amount, approvers, subject] = cells(line, 9)
    return {
      type: 'universalApproval',
      by,
      at: before(anchor, Number(ago)),
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { attachmentList: [universalType === '1' ? '比价表.xlsx' : '情况说明.docx'] },
      ...(afterwards[subject] && { moves: afterwards[subject] }),
      because: '方案需要重新讨论',
      value: () => ({
        title: subject,
        applicantDept: department,
        universalType,
        urgency: '1',
        currencyType: 'CNY',
        chosenApprovers: approvers.split(' ').map((person) => `u-${person}`),
        contents: [{ rowId: 'c1', subject, content: `<p>申请${subject}，请审批。</p>`, amount: amount || null }],
      }),
    }
  })

const projects = (anchor: Date): readonly Story[] =>
  [['治具接口标准化', 60, 'completed', ''], ['检测数据看板', 4, 'running', 'techReview']].map(([name, ago, ends, waitsAt]): Story => {
    const at = before(anchor, Number(ago))
    const day = (later: number) => dayFrom(at, later)
    return {
      type: 'rapidProject',
      by: 'quality',
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt: String(waitsAt) }),
      choices: [{ node: 'techReview', people: ['u-head', 'u-it'] }],
      files: { attachmentList: ['立项说明.docx', '预算表.xlsx'] },
      value: () => ({
        applicantDept: 'sz-quality',
        bearingDept: 'sz-quality',
        costCenter: costCenterId('sz-quality'),
        currencyType: 'CNY',
        projectName: String(name),
        projectType: '4',
        productModel: '通用',
        projectManager: 'u-quality',
        period: [day(0), day(120)],
        risk: 'low',
        background: '现有做法种类多，通用性差，影响效率',
        goals: '统一标准，准备时间减少三成',
        team: [{ rowId: 't1', member: 'u-quality', role: '项目经理', hoursPlanned: '160' }, { rowId: 't2', member: 'u-dongmei',
          role: '检验', hoursPlanned: '80' }],
        milestones: [{ rowId: 'm1', name: '方案评审', planDate: day(30), owner: 'u-quality' }, { rowId: 'm2', name: '验收',
          planDate: day(110), owner: 'u-quality' }],
        costItems: [{ rowId: 'k1', expenseCategory: 'c-office', expenseDetail: '样件与耗材', amount: '1800.00', month: day(30) }],
      }),
    }
  })

const changes = (anchor: Date): readonly Story[] =>
  [['completed', ''], ['running', 'itEvaluate']].map(([ends, waitsAt], index): Story => {
    const at = before(anchor, index === 0 ? 45 : 4)
    return {
      type: 'oaChange',
      by: index === 0 ? 'quality' : 'zhoujie',
      at,
      ends: ends as Story['ends'],
      ...(waitsAt && { waitsAt }),
      value: () => ({
        applicantDept: index === 0 ? 'sz-quality' : 'sz-hr',
        oaChangeType: '2',
        urgency: '1',
        processRefs: [{ rowId: 'p1', process: index === 0 ? 'proposalApply' : 'taxiApply', changeNote: '增加会签节点' }],
        changeReason: '验收环节需要增加相关部门会签',
        currentDescription: '目前由部门负责人单独验收',
        targetDescription: '<p>验收节点增加相关部门会签</p>',
        affectedDepts: ['sz-quality', 'sz-hr'],
        dataImpact: '0',
        effectiveDate: dayFrom(at, 14),
        processOwner: 'u-linfang',
      }),
      say: {
        processOwnerReview: { comment: '同意变更' },
        itEvaluate: {
          fill: (_, now) => ({ evaluateResult: '1', evaluateNote: '配置即可实现', workDays: '2', developer: 'u-tianye',
            planOnlineDate: dayFrom(now, 8) }),
        },
        implement: { fill: (_, now) => ({ onlineDate: dayFrom(now, 0) }) },
        userTest: { fill: () => ({ testResult: '1' }) },
      },
    }
  })
