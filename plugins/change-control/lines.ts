import { attachment, calculated, date, department, type FieldDefinition, integer, money, number, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import { rule } from '#kernel/rules.ts'
import { material } from '#plugins/masters/references.ts'

const old = 'action in ("delete","replace","qty","rev","attr")'
const anew = 'action in ("add","replace","rev")'
/** A line that is not applicable is not executed. */
const executed = 'itemState != "9"'
const hasOldStock = 'stockQty + wipQty + poQty > 0'
/** A change that moves a day or hands lines to somebody else leaves the old stock as the notice disposed of it. */
const modifies = 'header.changeKind = "modify"'

const columns = {
  itemNo: integer({ cn: '序号', en: 'Item', required: true, min: 1, max: 9990, isName: true }),
  action: select({ cn: '变更动作', en: 'Change action', required: true, dict: 'ecnChangeAction', default: '"replace"' }),
  parentMaterial: material({ cn: '父件', en: 'Parent', required: true }),
  oldMaterial: material({ cn: '变更前物料', en: 'Old material', required: old }),
  bomQty: number({ cn: 'BOM用量', en: 'Quantity in BOM', system: true, readOnly: true, precision: 3 }),
  oldQty: number({ cn: '变更前用量', en: 'Old quantity', required: 'action in ("delete","replace","qty")', min: 0.001, precision: 3,
    default: 'if action in ("delete","replace","qty") then bomQty else null' }),
  newMaterial: material({ cn: '变更后物料', en: 'New material', required: anew }),
  newQty: number({ cn: '变更后用量', en: 'New quantity', required: 'action in ("add","replace","qty")', min: 0.001, precision: 3 }),
  position: text({ cn: '位号', en: 'Reference designators', max: 500 }),
  drawing: text({ cn: '图号/版本', en: 'Drawing / revision', required: 'action = "rev"', max: 60 }),
  before: textarea({ cn: '变更前描述', en: 'Before', required: true, max: 500 }),
  after: textarea({ cn: '变更后描述', en: 'After', required: true, max: 500 }),
  effective: select({ cn: '切换方式', en: 'Effectivity', required: true, dict: 'ecnEffective', default: '"next"', editAt: ['pmc'] }),
  effectiveDate: date({ cn: '生效日期', en: 'Effective date', required: 'effective = "date"', editAt: ['pmc'] }),
  effectiveOrder: text({ cn: '切换工单', en: 'Cut-in order', required: 'effective = "order"', pattern: '^\\d{6,12}$', max: 12,
    editAt: ['pmc'], hint: { cn: '6–12位数字', en: '6–12 digits' } }),
  stockQty: number({ cn: '库存', en: 'Stock', system: true, precision: 3 }),
  wipQty: number({ cn: '在制', en: 'WIP', system: true, precision: 3 }),
  poQty: number({ cn: '在途', en: 'On order', system: true, precision: 3 }),
  standardPrice: money({ cn: '标准价（元）', en: 'Standard price (RMB)', system: true, each: true, rmb: true, precision: 2 }),
  disposal: select({ cn: '旧料处理', en: 'Disposal of old stock', dict: 'stockDisposal', editAt: ['pmc'], atNode: 'pmc',
    required: hasOldStock, shown: true }),
  scrapCost: money({ cn: '报废金额（元）', en: 'Scrap value (RMB)', required: 'disposal in ("scrap","rework")', min: 0, rmb: true,
    editAt: ['pmc'], default: 'if disposal in ("scrap","rework") then round half up(stockQty * standardPrice, 2) else null' }),
  execDept: department({ cn: '执行部门', en: 'Execution department', required: true, editAt: ['changeOwner'] }),
  execHead: person({ cn: '执行部门负责人', en: 'Head of execution department', system: true }),
  executor: person({ cn: '执行人', en: 'Executor', required: executed, atNode: 'ecnExecDept', editAt: ['ecnExecDept'] }),
  planDate: date({ cn: '计划完成日期', en: 'Planned completion', required: executed, atNode: 'ecnExecDept', editAt: ['ecnExecDept'] }),
  itemState: select({ cn: '执行状态', en: 'Item state', required: true, readOnly: true, dict: 'ecnItemState', default: '"0"',
    editAt: ['changeOwner', 'executor', 'verify'] }),
  doneDate: date({ cn: '实际完成日期', en: 'Completed on', required: 'itemState = "2"', atNode: 'executor', editAt: ['executor'] }),
  delayReason: text({ cn: '延期原因', en: 'Reason for delay', required: 'itemState = "5"', max: 200, atNode: 'executor',
    editAt: ['executor'] }),
  evidence: attachment({ cn: '执行证据', en: 'Evidence', required: 'itemState = "2"', max: 10, atNode: 'executor', editAt: ['executor'] }),
  lineKey: calculated({ cn: '明细标识', en: 'Line key', result: 'text', visible: 'false',
    value: 'parentMaterial.id + "|" + (if oldMaterial = null then "" else oldMaterial.id) + "|" + ' +
      '(if position = null then "" else position)' }),
} as const

/** The people whose rows the lines are: heads of the execution departments name the executors, who then execute them. */
const owner = { ecnExecDept: 'execHead', executor: 'executor' } as const

const label = { cn: '变更明细', en: 'Change lines' } as const

/** Columns that belong together where a grid has no room for all. */
export const columnGroups = [
  { cn: '变更对象', en: 'Changed object', columns: ['oldMaterial', 'bomQty', 'oldQty', 'newMaterial', 'newQty', 'position', 'drawing'],
    shows: 'newMaterial' },
  { cn: '切换', en: 'Cut-in', columns: ['effective', 'effectiveDate', 'effectiveOrder'], shows: 'effective' },
  { cn: '旧料', en: 'Old stock', columns: ['stockQty', 'wipQty', 'poQty', 'standardPrice', 'disposal', 'scrapCost'], shows: 'disposal' },
  { cn: '执行', en: 'Execution',
    columns: ['execDept', 'execHead', 'executor', 'planDate', 'itemState', 'doneDate', 'delayReason', 'evidence'], shows: 'executor',
    tag: 'itemState' },
] as const

/** The shared lines of a change notice: one for each changed object. */
export const changeItems = table({ ...label, required: true, min: 1, max: 300, section: 'lines', span: 4, owner, columnGroups, columns })

/** Columns that stay with the notice: a file belongs to one document, and the quantity in the bill is that of the day of filing. */
const ofTheNotice: readonly string[] = ['evidence', 'bomQty']

/**
 * The same columns, filled in by the server alone: the lines as they stood in the notice when its change was filed. A file belongs to one
 * document, so evidence stays with the notice that the change links to.
 */
export const originalItems = table({
  cn: '原变更明细',
  en: 'Original lines',
  system: true,
  section: 'original',
  span: 4,
  columnGroups: columnGroups.map((group) => ({ ...group,
    columns: Array.from<string>(group.columns).filter((key) => !ofTheNotice.includes(key)) })
  ),
  columns: Object.fromEntries(Object.entries<FieldDefinition>(columns).filter(([key]) => ![...ofTheNotice, 'lineKey'].includes(key)).map((
    [key, column],
  ) => {
    const { cn, en, kind, dict, to, precision, rmb, each, isName } = column
    return [key,
      Object.freeze({ kind, cn, en, system: true as const, ...(dict !== undefined && { dict }), ...(to !== undefined && { to }),
        ...(precision !== undefined && { precision }), ...(rmb && { rmb }), ...(each && { each }), ...(isName && { isName }) })]
  })),
})

/** Columns of changed lines: those of the notice, and the line that each comes from. */
export const changedColumns = { ...columns, disposal: Object.freeze({ ...columns.disposal, required: `${modifies} and ${hasOldStock}` }),
  itemState: Object.freeze({ ...columns.itemState, editAt: ['changeOwner', 'executor'] }),
  originalItemNo: integer({ cn: '原序号', en: 'Original item', system: true, isName: true }) } as const

/** Columns that a changed line takes from the line of the notice; its state, executor and evidence begin anew. */
export const takenColumns: Readonly<Record<string, string>> = Object.fromEntries([
  ...['itemNo', 'action', 'parentMaterial', 'oldMaterial', 'oldQty', 'newMaterial', 'newQty', 'position', 'drawing', 'before', 'after',
    'effective', 'effectiveDate', 'effectiveOrder', 'disposal', 'scrapCost', 'execDept'].map((key) => [key, key]),
  ['originalItemNo', 'itemNo'],
])

/** Rules of a table of change lines, with the lines that lack a disposal of their old stock. */
const rulesOfLines = (undisposed: string) => [
  rule('E-R1', {
    each: 'changeItems',
    when: 'action != "rev" and oldMaterial != null and newMaterial != null and oldMaterial.id = newMaterial.id',
    fields: ['newMaterial'],
    cn: '变更前后物料不能相同',
    en: 'Old and new material must differ',
  }),
  rule('E-R2', {
    when: 'count(distinct values(changeItems.lineKey)) < count(changeItems)',
    fields: ['changeItems'],
    cn: '变更明细重复',
    en: 'Duplicate change line',
  }),
  rule('E-R3', {
    each: 'changeItems',
    when: undisposed,
    fields: ['disposal'],
    at: ['pmc'],
    cn: '请填写旧料处理方式',
    en: 'Please fill in the disposal of old stock',
  }),
  rule('E-R8', { each: 'changeItems', when: 'effectiveDate < today()', fields: ['effectiveDate'], at: ['start', 'pmc'],
    cn: '生效日期不能早于今天', en: 'The effective date can’t be in the past' }),
  rule('E-R9', { each: 'changeItems', when: 'planDate < today() and itemState in ("0","1")', fields: ['planDate'], at: ['ecnExecDept'],
    cn: '计划完成日期不能早于今天', en: 'The planned completion can’t be in the past' }),
  rule('E-R10', { each: 'changeItems', when: 'doneDate > today()', fields: ['doneDate'], at: ['executor'], cn: '实际完成日期不能晚于今天',
    en: 'The completion can’t be in the future' }),
]

const undisposed = `${hasOldStock} and disposal = null or stockQty > 0 and disposal = "na"`

/** Rules of the lines of a notice. */
export const lineRules = rulesOfLines(undisposed)

/** Rules of the lines of a change of a notice. */
export const changedLineRules = rulesOfLines(`${modifies} and (${undisposed})`)
