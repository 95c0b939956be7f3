export default {
  'projects.overlap': '有效期重叠',
  'projects.validityOrder': '失效日不能早于生效日',
  'projects.dateOrder': '结束日期不能早于开始日期',
  // in histories of documents from before `ownerOf`
  'approval.reason.projectOwner': '项目经理',
} as const
