import type { Figures, Posts } from '#kernel/form.ts'

/**
 * Calls to SAP by the forms of change control: what they read, and what they post. A change master is created first; each item of a
 * bill of material refers to its number and waits for it. A refused half is named by its own line.
 */

const stock = { with: { material: 'oldMaterial' }, rows: 'changeItems',
  into: { stockQty: 'qty', wipQty: 'wip', poQty: 'onOrder', standardPrice: 'price' } } as const

/** Stock, work in process and orders of the old material, read while lines are filled in and when PMC assesses them. */
export const stockFigures: readonly Figures[] = [{ call: 'sap.supply', ...stock, at: ['edit', 'submit', 'pmc'] }]

/** Stock of the materials of a change in production. */
export const materialStock: readonly Figures[] = [{ call: 'sap.supply', with: { material: 'material' }, rows: 'materialLines',
  into: { stockQty: 'qty' }, at: ['edit', 'submit'] }]

/** The bill of material of a product, as a baseline freezes it. */
export const bomFigures: readonly Figures[] = [{ call: 'sap.bom', with: { material: 'product' },
  into: { bomItemCount: 'count', bomLines: 'lines' }, at: ['edit', 'submit'] }]

const changedInBom = 'action in ("add","delete","replace","qty") and itemState != "9"'

const bomItem = {
  action: 'action',
  parent: 'parentMaterial.code',
  plant: 'parentMaterial.factory',
  oldComponent: 'oldMaterial.code',
  oldQuantity: 'oldQty',
  newComponent: 'newMaterial.code',
  newQuantity: 'newQty',
  unit: 'if newMaterial = null then oldMaterial.unit else newMaterial.unit',
  effectivity: 'effective',
  validFrom: 'effectiveDate',
  cutInOrder: 'effectiveOrder',
} as const

/** The last decision before a notice is executed: the general manager's, the vice president's, or the change owner's. */
const releases = [
  { at: 'changeOwner', when: 'level != "A" and totalScrap < 50000 and costImpact <= 0' },
  { at: 'vp', when: 'totalScrap < 200000' },
  { at: 'gm', when: 'totalScrap >= 200000' },
] as const

/** A notice becomes a change master with its items, before it is executed. */
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
    call: 'sap.bomItem',
    rows: 'changeItems',
    when: `${changedInBom} and header.${when.replaceAll(' and ', ' and header.')}`,
    body: { reference: 'header.businessNo', ...bomItem },
    after: `changeMaster-${at}`,
    role: 'sapAdmin',
  },
])

/** A completed change updates the change master of its notice, and the items of its lines. */
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
    call: 'sap.bomItem',
    rows: 'changeItems',
    when: `header.changeKind = "modify" and ${changedInBom}`,
    body: { reference: 'header.businessNo', changeNumber: 'header.sapChangeNo', ...bomItem },
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
