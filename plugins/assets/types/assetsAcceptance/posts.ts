import type { Posts } from '#kernel/form.ts'

/** Posts each accepted asset to SAP as a master record; assets built in house are also settled from their project. */
export const posts: readonly Posts[] = [
  {
    id: 'asset',
    cn: '资产主数据',
    en: 'Asset master',
    at: 'completion',
    call: 'sap.asset',
    rows: 'items',
    when: 'itemResult != "ng"',
    body: {
      inventoryNo: 'assetNo',
      assetClass: 'assetClass',
      description: 'assetName',
      specification: 'spec',
      serialNo: 'serialNo',
      quantity: 'qty',
      unit: 'unit',
      costCentre: 'header.costCenter.code',
      supplier: 'header.supplier.code',
      purchaseOrder: 'header.poNo',
      capitalisedOn: 'header.acceptDate',
      usefulYears: 'usefulYears',
      residualRate: 'residualRate',
      netAmount: 'netAmount',
    },
    amount: 'netAmount',
    into: 'sapAssetNo',
    role: 'sapAdmin',
  },
  {
    id: 'settlement',
    cn: '在建工程结转',
    en: 'Settlement',
    at: 'completion',
    call: 'sap.assetSettlement',
    when: 'assetSource in ("selfMade","construct")',
    body: { project: 'project.sapId', costCentre: 'costCenter.code', netAmount: 'totalNet', settledOn: 'acceptDate' },
    amount: 'totalNet',
    role: 'sapAdmin',
  },
]
