export default {
  'permission.proposal_apply_abandoned': '作废提案',
  'forms.processInChange': '流程{label}已在变更单{no}中',
  'forms.projectExists': '项目名称或编号已存在',
  'forms.projectUsed': '单据{no}使用了本项目，不能撤销或修改',
  'forms.proposalExists': '已有同名提案{no}',
}
