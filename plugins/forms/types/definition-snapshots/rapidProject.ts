import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header } from './parts.ts'

export const rapidProject: Expectation = {
  about: '快速立项 | Rapid project | /rapid-project | /rapid-project-detail | KL | web+mini | may be revoked when completed | no budget',
  parts: [header, bearing, fx, budget],
  fields: `
    projectName text: required, to 30
    projectType select(projectType): required, trend
    projectCode text: at pmoReview, to 20 ^[A-Z0-9-]{4,20}$
    customer customer: trend, when projectType in ("1","3")
    productModel text: required, to 100
    projectManager person: required, trend, editable at pmoReview
    period daterange: required, editable at pmoReview
    risk select(riskGrade): required, trend
    riskPlan textarea: from 10 to 1000, when risk != "low"
    background textarea: required, from 10 to 2000
    goals textarea: required, from 10 to 2000
    proposalLink documentLink(proposalApply): to 1
    budgetMonth date: system, editable at accountantReview, visible when false
    project project: read-only, editable at accountantReview, visible when false
    team table: required, to 30, editable at pmoReview
    team.member person: required
    team.role text: required, to 30
    team.hoursPlanned number: required, from 1 to 9999
    plannedHours calculated
    milestones table: required, to 20, editable at pmoReview
    milestones.name text: required, to 30
    milestones.planDate date: required
    milestones.deliverable text: to 100
    milestones.owner person
    costItems table: required, to 50, editable at accountantReview
    costItems.expenseCategory expenseCategory: required
    costItems.expenseDetail text: required, to 25
    costItems.amount money: required, from 0
    costItems.month date: required
    estimatedTotalAmount calculated: trend
    expectedQuantity integer: from 0, editable at salesReview, when customer != null
    expectedRevenue money: from 0, editable at salesReview, when customer != null
    targetCost money: from 0, editable at salesReview, when projectType in ("1","2","3")
    targetPrice money: from 0, editable at salesReview, when projectType in ("1","2","3")
    grossMargin calculated: visible when projectType in ("1","2","3")
    devProjectMapped switch: system
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    salesReview: any of role(salesManagerApprover), when customer != null
    techReview: all of selectUser(5), opinion
    qualityReview: any of role(qualityHead), when projectType in ("1","2","3")
    pmoReview: any of role(pmo), by hand
    accountantReview: any of role(accountant, bearingDept), by hand
    viceGm: all of vicePresident(applicantDept)
    generalManager: any of generalManager, when estimatedTotalAmountRmb > 50000 or risk = "high"
    ccFinish: copy to rowPersons(team.member) + person(projectManager)
  `,
  rules: `
    KL-02 period also at pmoReview: 快速立项周期不能超过{days}天，请走正式立项 | A rapid project can last at most {days} days. Use the full project process
    KL-03 milestones.planDate also at pmoReview: 里程碑日期须在项目周期内 | Milestone dates must be within the project period
    KL-04 targetPrice confirm also at salesReview: 目标售价不高于目标成本，请确认 | The target price is not above the target cost: confirm
    KL-05 estimatedTotalAmount also at accountantReview: 预算超过{tenThousands}万元，请走正式立项 | The budget is more than ￥{limit}. Use the full project process
    KL-06 projectManager confirm also at pmoReview: 项目经理须在项目成员中 | The project manager must be a team member
    KL-07-team team also at pmoReview: 请至少添加一条项目成员 | Add at least one team member
    KL-07-milestone milestones also at pmoReview: 请至少添加一条里程碑 | Add at least one milestone
    KL-07-cost costItems also at accountantReview: 请至少添加一条预算明细 | Add at least one cost item
    KL-08 costItems.amount also at accountantReview: 预算明细金额须大于0 | The amount of a cost item must be more than 0
    KL-09 targetCost also at salesReview: 目标成本须大于0 | The target cost must be more than 0
  `,
}
