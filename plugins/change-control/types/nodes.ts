import { approve, type Block, both, copy, departmentHead, personIn, role, rowPersons } from '#kernel/flow.ts'
import type { Option } from '#kernel/fields/definition.ts'

/** Nodes shared by the forms of change control. Change owner, execution departments and executors give an opinion. */
const spoken = { opinionRequired: true, manual: true } as const

export const rdHead = approve('rdHead', departmentHead('applicantDept'), { cn: '研发主管', en: 'R&D head' })

/** Review by the assistant for bills of material; unconditional unless a condition is given. */
export const bomReview = (when?: string) =>
  approve('bomReview', role('rdAssistantBomReview'), { cn: '研发助理BOM审核', en: 'R&D assistant BOM review',
    ...(when !== undefined && { when }) })

export const process = approve('process', role('processEngineer'), {
  cn: '工艺',
  en: 'Process engineering',
  manual: true,
  checkList: [{ id: 'sop', cn: 'SOP更新', en: 'SOP updated' }, { id: 'fixtures', cn: '工装夹具', en: 'Fixtures' }],
})

export const pmc = approve('pmc', role('pmc'), {
  cn: 'PMC评估',
  en: 'PMC assessment',
  manual: true,
  checkList: [{ id: 'stock', cn: '库存在制在途核对', en: 'Stock, WIP, PO checked' }, { id: 'cutIn', cn: '断点确认',
    en: 'Cut-in confirmed' }],
})

/** Head of quality, with a check-list of follow-ups. */
export const qualityHead = approve('qualityHead', role('qualityHead'), {
  cn: '质量负责人',
  en: 'Quality head',
  mode: 'all',
  manual: true,
  checkList: [{ id: 'sip', cn: 'SIP更新', en: 'SIP updated' }, { id: 'validation', cn: '验证报告', en: 'Validation' }, { id: 'cert',
    cn: '认证影响', en: 'Certification' }],
})

/** The change owner; may be the initiator. */
export const changeOwner = (field = 'changeOwner') =>
  approve('changeOwner', personIn(field), { cn: '变更负责人', en: 'Change owner', confirms: true, ...spoken })

/** Heads of the execution departments name who executes their lines, and by when. */
export const ecnExecDept = (when?: string) =>
  approve('ecnExecDept', departmentHead('changeItems.execDept'), { cn: 'ECN执行部门', en: 'ECN execution department', mode: 'all',
    rows: 'own', ...spoken, ...(when !== undefined && { when }) })

/** Executors of the lines, each for their own; a person to whom a line is moved meanwhile is asked too. */
export const executor = (when?: string) =>
  approve('executor', rowPersons('changeItems.executor'), { cn: '执行人', en: 'Executor', mode: 'all', rows: 'own', confirms: true,
    asksAdded: true, saves: true, ...spoken, ...(when !== undefined && { when }) })

export const copies = copy('cc', both(role('docControl'), role('warehouse'), role('planner')), { cn: '抄送', en: 'CC' })

/** Steps that are decided where the whole table of lines is seen: the mini-program only shows their documents. */
export const readOnMini = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block) => (block.block === 'approve' ? { ...block, terminals: ['web', 'mobile'] as const } : block))

/** Documents that a change may affect, which a baseline freezes. */
export const affectedDocuments: readonly Option[] = [
  { value: 'bom', cn: 'BOM', en: 'BOM' },
  { value: 'schematic', cn: '原理图', en: 'Schematic' },
  { value: 'pcb', cn: 'PCB', en: 'PCB' },
  { value: 'drawing', cn: '图纸', en: 'Drawing' },
  { value: 'sop', cn: '作业指导书', en: 'SOP' },
  { value: 'sip', cn: '检验规范', en: 'SIP' },
  { value: 'manual', cn: '说明书', en: 'Manual' },
  { value: 'cert', cn: '认证资料', en: 'Certificates' },
  { value: 'firmware', cn: '固件', en: 'Firmware' },
]

/** Hint at fields for files that may be encrypted. */
export const encrypted = { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' } as const
