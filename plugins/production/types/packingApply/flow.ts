import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'

export const flow = defineFlow([
  deptHead,
  approve('packageEng', role('processEngineer'), { cn: '包装工程师', en: 'Packaging engineer', manual: true }),
  approve('cert', role('qualityHead'), { cn: '认证', en: 'Certification', when: 'not(list contains(marks, "none"))' }),
  approve('salesConfirm', role('salesManagerApprover'), { cn: '销售确认', en: 'Sales', manual: true, when: 'packType = "custom"' }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', when: 'some i in items satisfies i.isNew = "1"' }),
  copy('cc', both(role('purchaseManager'), role('warehouse')), { cn: '抄送', en: 'CC' }),
])
