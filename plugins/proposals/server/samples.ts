import { type DemoStory, type NodeAnswer, type StoryMove, attached, attachedInError, before, cells, commented, copiedTo, costCenterId,
  countersigned, dayFrom, demoSamples } from '#plugins/demo/server/public-api.ts'

/** `initiator | department | implementer | days ago | final state | node where it stops | points | excellent | name` */
const table = `
quality | sz-quality | dongmei | 200 | completed | | 30 15 15 15 | 0 | 来料检验电子看板
employee | sz-hardware | songtao | 170 | completed | | 38 18 18 18 | 1 | 通用测试夹具
caijun | dg-smt | yaoting | 150 | completed | | 28 12 14 12 | 0 | 钢网清洗工艺优化
quality | sz-quality | quality | 120 | completed | | 36 19 18 18 | 1 | 尺寸测量自动记录
employee | sz-hardware | employee | 95 | completed | | 25 12 12 13 | 0 | 样机借用登记
luxiao | dg-engineering | suming | 80 | completed | | 20 8 10 8 | 0 | 设备点检表合并
moxiaotong | dg-logistics | weigang | 60 | completed | | 30 14 16 15 | 0 | 包装材料循环使用
caijun | dg-smt | yaoting | 135 | completed | | 28 14 12 12 | 0 | 贴片料盘定置管理
quality | sz-quality | dongmei | 75 | completed | | 32 15 14 16 | 0 | 检验标准图片化
songtao | sz-hardware | employee | 65 | voided | firstJudgeOne | | 0 | 实验室照明改造
quality | sz-quality | dongmei | 38 | running | implementDone | | 0 | 不良品标识颜色管理
caijun | dg-smt | yaoting | 6 | running | implementPlan | | 0 | 换线工装快换
songtao | sz-hardware | employee | 13 | running | firstJudgeOne | | 0 | 元件库统一命名
quality | sz-quality | dongmei | 5 | running | firstJudgeTwo | | hard | 跨部门检具共享
employee | sz-hardware | songtao | 6 | running | committeeJudge | | harder | 研发物料共用平台
employee | sz-hardware | songtao | 100 | refused | firstJudgeOne | | 0 | 更换办公座椅
`

/** Proposals over a year: scored, excellent, implemented late, waiting too long, and two passed on as hard to decide. */
export const proposalStories = (anchor: Date): readonly DemoStory[] =>
  table.trim().split('\n').map((line, index): DemoStory => {
    const [by, department, implementer, ago, ends, waitsAt, points, verdict, name] = cells(line, 9)
    const at = before(anchor, Number(ago))
    return {
      type: 'proposalApply',
      by,
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      value: () => ({
        applicantDept: department,
        proposalName: name,
        proposalType: '1',
        proposers: [`u-${by}`],
        proposeDate: dayFrom(at, -1),
        implementDept: department,
        alreadyImplemented: '0',
        currentSituation: '现有做法依赖人工，容易出错，等待时间长',
        improvement: '统一做法并使用简单工具，减少等待和差错',
        expectedBenefit: '减少等待，降低差错率',
      }),
      files: { beforePhotos: ['改善前照片.png'] },
      because: '与已立项的照明改造重复',
      // four are implemented later than planned
      say: answersOf({ implementer, points, verdict, done: before(anchor, Number(ago) - (index % 2 === 1 ? 24 : 9), 15) }),
    }
  })

interface ProposalPlan {
  readonly implementer: string
  readonly points: string
  readonly verdict: string
  /** Earliest time of implementation. */
  readonly done: Date
}

function answersOf({ implementer, points, verdict, done }: ProposalPlan): Readonly<Record<string, NodeAnswer>> {
  const decision = { implementer: `u-${implementer}`, judgeReason: '问题明确，方案可行', firstJudgeIsExcellent: verdict === '1' ? '1' : '0',
    ...(verdict === '1' && { excellentReason: '可以推广到其他部门' }) }
  const isHard = verdict.startsWith('hard')
  return {
    firstJudgeOne: isHard ? { hard: '涉及多个部门，本部门难以判定' } : { fill: () => decision },
    firstJudgeTwo: verdict === 'harder' ? { hard: '投入较大，请委员会判定' } : { fill: () => decision },
    committeeJudge: { fill: () => decision },
    implementPlan: {
      fill: (_, at) => ({ knowDate: '1', estimatedImplementationStartDate: dayFrom(at, 1),
        estimatedImplementationEndDate: dayFrom(at, 14) }),
    },
    implementDone: { notBefore: done, files: { afterPhotos: ['改善后照片.png'] },
      fill: (_, at) => ({ actualStartDate: dayFrom(at, -3), actualEndDate: dayFrom(at, 0), implementResult: '已按计划完成并投入日常使用',
        actualSaving: '0.00' }) },
    verify: {
      fill: ({ scores }) => ({ judgeReason: '现场确认，效果明显',
        scores: (scores as readonly object[]).map((row, index) => ({ ...row, score: Number(points.split(' ')[index]),
          reason: '与现场一致' })
        ) }),
    },
  }
}

/** General approvals, proposals, rapid projects and changes of processes. */
export const generalStories = (
  anchor: Date,
): readonly DemoStory[] => [...universal(anchor), ...proposalStories(anchor), ...projects(anchor), ...changes(anchor)]

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

const universal = (anchor: Date): readonly DemoStory[] =>
  approvals.trim().split('\n').map((line): DemoStory => {
    const [by, department, ago, ends, waitsAt, universalType, amount, approvers, subject] = cells(line, 9)
    return {
      type: 'universalApproval',
      by,
      at: before(anchor, Number(ago)),
      ends: ends as DemoStory['ends'],
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

const projects = (anchor: Date): readonly DemoStory[] =>
  [['治具接口标准化', 60, 'completed', ''], ['检测数据看板', 4, 'running', 'techReview']].map(([name, ago, ends, waitsAt]): DemoStory => {
    const at = before(anchor, Number(ago))
    const day = (later: number) => dayFrom(at, later)
    return {
      type: 'rapidProject',
      by: 'quality',
      at,
      ends: ends as DemoStory['ends'],
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

const changes = (anchor: Date): readonly DemoStory[] =>
  [['completed', ''], ['running', 'itEvaluate']].map(([ends, waitsAt], index): DemoStory => {
    const at = before(anchor, index === 0 ? 45 : 4)
    return {
      type: 'oaChange',
      by: index === 0 ? 'quality' : 'zhoujie',
      at,
      ends: ends as DemoStory['ends'],
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

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'proposals', sort: 360, stories: ({ anchor }) => generalStories(anchor) }, {
  key: 'proposals.drafts',
  sort: 510,
  drafts: [{
    by: 'employee',
    type: 'universalApproval',
    title: '借用红外热像仪',
    daysAgo: 1,
    value: () => ({ title: '借用红外热像仪', applicantDept: 'sz-hardware', universalType: '6', urgency: '1',
      contents: [{ rowId: 'c1', subject: '借用红外热像仪两周', content: '<p>用于电源模块温升测试。</p>', amount: null }] }),
  }],
})
