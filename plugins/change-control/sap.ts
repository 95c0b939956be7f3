import type { Figures, Posts } from '#kernel/form.ts'

/**
 * Calls to SAP by the forms of change control. A change master is posted first; the change of the bills of material needs its number and
 * waits for it. Each is a posting of its own, so that a refusal names the half that it concerns.
 */

const stock = { with: { material: 'oldMaterial' }, rows: 'changeItems',
  into: { stockQty: 'qty', wipQty: 'wip', poQty: 'onOrder', standardPrice: 'price' } } as const

/** Stock, work in process and orders of the old material, read while lines are filled in and when PMC assesses them. */
const stockFigures: Figures = { call: 'sap.supply', ...stock, at: ['edit', 'submit', 'pmc'] }

/** Stock of the materials of a change in production. */
export const materialStock: readonly Figures[] = [{ call: 'sap.supply', with: { material: 'material' }, rows: 'materialLines',
  into: { stockQty: 'qty' }, at: ['edit', 'submit'] }]

/** The bill of material of a product, as a baseline freezes it. */
export const bomFigures: readonly Figures[] = [{ call: 'sap.bom', with: { material: 'product' },
  into: { bomItemCount: 'count', bomLines: 'lines' }, at: ['edit', 'submit'] }]

/** Quantity of the old material in the bill of material of its parent. */
const bomQuantity: Figures = { call: 'sap.bomComponent', with: { material: 'parentMaterial', component: 'oldMaterial' },
  rows: 'changeItems', into: { bomQty: 'quantity' }, at: ['edit', 'submit'] }

/** Figures of the lines of a notice and of its changes. */
export const lineFigures: readonly Figures[] = [stockFigures, bomQuantity]

const changesBom = 'some i in changeItems satisfies i.action in ("add","delete","replace","qty") and not(i.itemState = "9")'

/** Lines of a notice as lists of the same order; lines that change no bill of material are among them, and are not sent to SAP. */
const bomItems = {
  actions: 'changeItems.action',
  states: 'changeItems.itemState',
  parents: 'changeItems.parentMaterial.code',
  plants: 'changeItems.parentMaterial.factory',
  oldComponents: 'changeItems.oldMaterial.code',
  oldQuantities: 'changeItems.oldQty',
  oldUnits: 'changeItems.oldMaterial.unit',
  newComponents: 'changeItems.newMaterial.code',
  newQuantities: 'changeItems.newQty',
  newUnits: 'changeItems.newMaterial.unit',
  effectivities: 'changeItems.effective',
  validFroms: 'changeItems.effectiveDate',
  cutInOrders: 'changeItems.effectiveOrder',
} as const

/** The last decision before a notice is executed: the general manager's, the vice president's, or the change owner's. */
const releases = [
  { at: 'changeOwner', when: 'level != "A" and totalScrap < 50000 and costImpact <= 0' },
  { at: 'vp', when: 'totalScrap < 200000' },
  { at: 'gm', when: 'totalScrap >= 200000' },
] as const

/** A notice becomes a change master, and then one change of all its bills of material, before it is executed. */
export const noticePosts: readonly Posts[] = releases.flatMap(({ at, when }): readonly Posts[] => [
  {
    id: `changeMaster-${at}`,
    cn: '变更主记录',
    en: 'Change master',
    at,
    when,
    call: 'sap.changeMaster',
    body: { reference: 'businessNo', description: 'substring(businessNo + " " + ecnTitle, 1, 40)', reason: 'ecnReason',
      validFrom: 'planEffectiveDate' },
    into: 'sapChangeNo',
    role: 'sapAdmin',
  },
  {
    id: `bomItems-${at}`,
    cn: 'BOM行',
    en: 'BOM item',
    at,
    call: 'sap.bomItems',
    when: `${when} and (${changesBom})`,
    body: { reference: 'businessNo', ...bomItems },
    after: `changeMaster-${at}`,
    role: 'sapAdmin',
  },
])

/** A completed change updates the change master of its notice, and the bills of material of its lines. */
export const changePosts: readonly Posts[] = [
  {
    id: 'changeMaster',
    cn: '变更主记录',
    en: 'Change master',
    at: 'completion',
    call: 'sap.changeMaster',
    body: { reference: 'businessNo', changeNumber: 'sapChangeNo', description: 'substring(businessNo + " " + ecnTitle, 1, 40)',
      kind: 'changeKind' },
    role: 'sapAdmin',
  },
  {
    id: 'bomItems',
    cn: 'BOM行',
    en: 'BOM item',
    at: 'completion',
    call: 'sap.bomItems',
    when: `changeKind = "modify" and (${changesBom})`,
    body: { reference: 'businessNo', changeNumber: 'sapChangeNo', ...bomItems },
    after: 'changeMaster',
    role: 'sapAdmin',
  },
]

/** A baseline of a product raises the revision level of its material; the version is the text of the document link. */
export const baselinePosts: readonly Posts[] = [{
  id: 'revision',
  cn: '物料修订级别',
  en: 'Material revision level',
  at: 'completion',
  call: 'sap.materialRevision',
  body: { reference: 'businessNo', material: 'product.code', plant: 'product.factory',
    revisionLevel: 'substring(string(100 + modulo(revisionLevel, 100)), 2)', version: 'version', validFrom: 'effectiveDate' },
  role: 'sapAdmin',
}]
