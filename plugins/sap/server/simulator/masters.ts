type Values = Readonly<Record<string, unknown>>

const open = '/Date(253402214400000)/'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Cost centres as the demo company numbers them, and one of its own. */
const centreCodes = [...numbers(14).map((index) => `CC10${10 + index}`), ...numbers(8).map((index) => `CC20${10 + index}`), 'CC3001']

const centres: readonly Values[] = centreCodes.map((CostCenter) => ({ ControllingArea: '1000', CostCenter, ValidityEndDate: open,
  ValidityStartDate: '/Date(0)/', CompanyCode: '1000', IsBlkdForPrimaryCostsPosting: '' })
)

/** Materials of the demo company's families, and one of its own. */
const products = [...'ACFHJKPR'].flatMap((family) => numbers(15).map((index) => `${family}-${String(index + 1).padStart(3, '0')}`))
  .concat('S-001')

const plants = ['1000', '2000', '3000']
/** Two storage locations of each plant (1001, 1002), and the usual one of SAP. */
const locations = plants.flatMap((Plant) =>
  ['0001', `${Plant.slice(0, 3)}1`, `${Plant.slice(0, 3)}2`].map((StorageLocation) => ({ Plant, StorageLocation }))
)

/** Boards and housings have a bill of material in each plant, of two resistors and a capacitor. */
const bills: readonly Values[] = products.filter((code) => /^[PH]-/.test(code)).flatMap((Material, index) =>
  plants.map((Plant, place) => ({ BillOfMaterial: String(index * 3 + place + 1).padStart(8, '0'), BillOfMaterialCategory: 'M',
    BillOfMaterialVariant: '01', BillOfMaterialVersion: '', EngineeringChangeDocument: '', Material, Plant,
    BillOfMaterialHeaderUUID: `00000000-0000-4000-9000-${String(index * 3 + place + 1).padStart(12, '0')}`, BillOfMaterialVariantUsage: '1',
    IsMarkedForDeletion: false })
  )
)

const billItems: readonly Values[] = bills.flatMap((bill, index) =>
  ['R-001', 'R-002', 'C-001'].map((BillOfMaterialComponent, item) => ({
    ...Object.fromEntries(
      ['BillOfMaterial', 'BillOfMaterialCategory', 'BillOfMaterialVariant', 'BillOfMaterialVersion', 'Material', 'Plant',
        'BillOfMaterialHeaderUUID'].map((name) => [name, bill[name]]),
    ),
    HeaderChangeDocument: '',
    BillOfMaterialItemNodeNumber: String(item + 1).padStart(8, '0'),
    EngineeringChangeDocument: '',
    ValidityEndDate: open,
    BillOfMaterialItemUUID: `00000000-0000-4000-a000-${String(index * 3 + item + 1).padStart(12, '0')}`,
    BillOfMaterialComponent,
    BillOfMaterialItemCategory: 'L',
    BillOfMaterialItemNumber: String((item + 1) * 10).padStart(4, '0'),
    BillOfMaterialItemUnit: 'PC',
    BillOfMaterialItemQuantity: `${item + 1}.000`,
  }))
)

/** The master data of a simulator that runs by itself. */
const masters: Readonly<Record<string, readonly Values[]>> = {
  'API_COSTCENTER_SRV/A_CostCenter': centres,
  'API_COSTCENTER_SRV/A_CostCenterText': centres.flatMap(({ CostCenter }) =>
    ['ZH', 'EN'].map((Language) => ({ CostCenter, ControllingArea: '1000', Language, ValidityEndDate: open,
      CostCenterName: String(CostCenter), CostCenterDescription: `${String(CostCenter)} ${Language}` })
    )
  ),
  'API_PRODUCT_SRV/A_Product': products.map((Product) => ({ Product, ProductType: 'ROH', BaseUnit: 'PC', ProductGroup: '01',
    ItemCategoryGroup: /^[PH]-/.test(Product) ? 'NORM' : '', IsMarkedForDeletion: false })
  ),
  'API_PRODUCT_SRV/A_ProductDescription': products.flatMap((Product) =>
    ['ZH', 'EN'].map((Language) => ({ Product, Language, ProductDescription: `${Product} ${Language}` }))
  ),
  'API_PRODUCT_SRV/A_ProductPlant': products.flatMap((Product) =>
    plants.map((Plant) => ({ Product, Plant, BaseUnit: 'PC', IsMarkedForDeletion: false, ProductionInvtryManagedLoc: '0001' }))
  ),
  'API_PRODUCT_SRV/A_ProductUnitsOfMeasure': products.flatMap((Product) =>
    ['PC', 'CAR'].map((AlternativeUnit) => ({ Product, AlternativeUnit, QuantityNumerator: AlternativeUnit === 'CAR' ? '12' : '1',
      QuantityDenominator: '1', BaseUnit: 'PC' })
    )
  ),
  'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': products.flatMap((Material) =>
    locations.map((place) => ({ Material, ...place, Batch: '', InventoryStockType: '01', InventorySpecialStockType: '',
      MaterialBaseUnit: 'PC', MatlWrhsStkQtyInMatlBaseUnit: '100.000' })
    )
  ),
  'API_BILL_OF_MATERIAL_SRV/MaterialBOM': bills,
  'API_BILL_OF_MATERIAL_SRV/MaterialBOMItem': billItems,
  'API_INTERNALORDER_SRV/A_InternalOrder': ['800001', '800002'].map((InternalOrder) => ({ InternalOrder,
    InternalOrderDescription: `Order ${InternalOrder}`, CompanyCode: '1000', Plant: '1000', OrderType: '0100', IsDeleted: false })
  ),
}

/** Records of a set, by service and set. */
export const sampleMasters = (set: string): Promise<readonly Values[]> => Promise.resolve(masters[set] ?? [])
