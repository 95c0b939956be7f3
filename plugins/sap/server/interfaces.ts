/**
 * The source of a property: an entry of the posting's body by its name, `=` and a constant, or what the port fills in.
 * - `@reference`: the key of the line, shortened to the property
 * - `@document`: the number of the document
 * - `@prior`: the number of the posting that it waits for
 * - `@company`: the company code of the settings
 * - `@row`: ten times the row, from 1, in the width of the property
 */
export type Source = string | {
  /** Entry of the body. */
  readonly of: string
  /** First character, from 0; with it or with `cut`, what does not fit is left out. */
  readonly from?: number
  readonly cut?: true
  /** A unit, which is sent as its code in SAP. */
  readonly isUnit?: true
}

/** An entry with a unit of this product, which is sent as its code in SAP. */
export const unitOf = (entry: string) => ({ of: entry, isUnit: true }) as const

/** Records below the one that is created. */
export interface Below {
  readonly to: string
  readonly properties: Readonly<Record<string, Source>>
  /** Entry that lists one object for each row; without it, rows are made of the entries that are lists. */
  readonly of?: string
  /** Rows whose quantity is 0 in this entry are not sent. */
  readonly without0?: string
  /** One record instead of a list. */
  readonly isOne?: true
  readonly below?: readonly Below[]
}

/** A posting as a released service takes it. */
export interface ServiceInterface {
  readonly service: string
  readonly set: string
  /** Properties of the record. */
  readonly properties: Readonly<Record<string, Source>>
  readonly below?: readonly Below[]
  /** With a value in this entry, the record of that key is changed instead, in these properties. */
  readonly updates?: { readonly entry: string; readonly key: string; readonly properties: Readonly<Record<string, Source>> }
  /** Property that makes SAP judge without writing. */
  readonly onlyValidates?: string
  /** The record by which a posting whose answer was lost is found, and the property with our reference; a set of its own or this one. */
  readonly lookup: { readonly set?: string; readonly property: string; readonly key: string; readonly year?: string }
  /** Properties of the answer that make the number, joined by a slash. */
  readonly number: readonly string[]
  /** Entries of the body that the service has no place for. */
  readonly leaves?: readonly string[]
}

/** A function of a service that takes a posted document back: the number that is sent, split at the slash, fills its parameters. */
export interface FunctionInterface {
  readonly service: string
  readonly call: string
  readonly parameters: readonly string[]
  /** Parameter with the day of the posting. */
  readonly day: string
  readonly number: readonly string[]
}

/** A change of records that are there: those that the number of the posting names, each with its ETag. */
export interface ChangeInterface {
  readonly service: string
  readonly changes: string
  /** Property that has the number. */
  readonly by: string
  readonly change: Readonly<Record<string, string | boolean>>
}

/** A posting as a function of the application server takes it, over SOAP. */
export interface BapiInterface {
  readonly bapi: string
  /** Structures by their names, with fields by the source of each and the characters that it holds. */
  readonly structures: Readonly<Record<string, Readonly<Record<string, readonly [source: Source, max: number]>>>>
  /** Parameter that makes it judge without writing. */
  readonly testRun?: string
  /** The function that finds what was created under our reference: structure and field of the selection, table and fields of the number. */
  readonly lookup: { readonly bapi: string; readonly parameter: string; readonly field: string; readonly table: string;
    readonly number: readonly string[] }
  readonly number: readonly string[]
  readonly leaves?: readonly string[]
}

/**
 * Changes of items in bills of material under the change number that the posting waits for, all of them in one change set. By the action
 * of the row an item is created, or the item that the bill has now is changed or deleted by a function.
 */
export interface BomInterface {
  readonly service: string
  /** Set of the items. */
  readonly bomItems: string
  /** Set of the bills, by material and plant. */
  readonly bom: string
  readonly functions: { readonly change: string; readonly remove: string }
  readonly leaves?: readonly string[]
}

/** The result of an approval as changes of the lines of a purchase requisition. */
export interface ReleaseInterface {
  readonly service: string
  /** Set of the lines. */
  readonly releases: string
  readonly leaves?: readonly string[]
}

export type SapInterface =
  | ServiceInterface
  | FunctionInterface
  | ChangeInterface
  | BapiInterface
  | BomInterface
  | ReleaseInterface

const requisition = {
  PurchaseRequisitionType: 'documentType',
  PurReqnDescription: '@reference',
} as const

const requisitionItem = {
  Material: 'materials',
  MaterialGroup: 'materialGroups',
  PurchaseRequisitionItemText: { of: 'descriptions', cut: true },
  Plant: 'plants',
  StorageLocation: 'storageLocations',
  RequestedQuantity: 'quantities',
  BaseUnit: unitOf('units'),
  DeliveryDate: 'deliveryDates',
  PurchaseRequisitionPrice: 'prices',
  PurReqnItemCurrency: 'currency',
  PurchasingOrganization: 'purchaseOrg',
  PurchasingGroup: 'purchaseGroup',
  AccountAssignmentCategory: 'accountAssignment',
} as const

/** The interfaces of postings, by the name of the call; the first of several is used unless the settings name another. */
export const interfaces: Readonly<Record<string, readonly SapInterface[]>> = {
  'sap.purchaseRequisition': [
    {
      service: 'API_PURCHASEREQ_PROCESS_SRV',
      set: 'A_PurchaseRequisitionHeader',
      properties: requisition,
      below: [{ to: 'to_PurchaseReqnItem', without0: 'quantities',
        properties: { ...requisitionItem, PurchaseRequisitionItem: '@row', PurReqnExternalReference: '@reference' } }],
      onlyValidates: 'PurReqnDoOnlyValidation',
      lookup: { property: 'PurReqnDescription', key: 'PurchaseRequisition' },
      number: ['PurchaseRequisition'],
    },
    {
      service: 'API_PURCHASEREQUISITION_2',
      set: 'PurchaseReqn',
      properties: requisition,
      below: [{ to: '_PurchaseRequisitionItem', without0: 'quantities',
        properties: { ...requisitionItem, PurchaseRequisitionItem: '@row' } }],
      onlyValidates: 'PurReqnDoOnlyValidation',
      lookup: { property: 'PurReqnDescription', key: 'PurchaseRequisition' },
      number: ['PurchaseRequisition'],
    },
  ],
  'sap.requisitionRelease': [{
    service: 'API_PURCHASEREQ_PROCESS_SRV',
    releases: 'A_PurchaseRequisitionItem',
    // the requisition is known by its own number; who decided, and why, stays here
    leaves: ['requestId', 'sapDocNo', 'version', 'businessNo', 'target'],
  }],
  'sap.materialDocument': [{
    service: 'API_MATERIAL_DOCUMENT_SRV',
    set: 'A_MaterialDocumentHeader',
    properties: { GoodsMovementCode: 'movementCode', PostingDate: 'postingDate', DocumentDate: 'documentDate',
      ReferenceDocument: '@document', MaterialDocumentHeaderText: '@reference' },
    below: [{
      to: 'to_MaterialDocumentItem',
      without0: 'quantities',
      properties: {
        Material: 'materials',
        Plant: 'plants',
        StorageLocation: 'storageLocations',
        Batch: 'batches',
        GoodsMovementType: 'movements',
        QuantityInEntryUnit: 'quantities',
        EntryUnit: unitOf('units'),
        CostCenter: 'costCentre',
        ManufacturingOrder: 'orders',
        WBSElement: 'project',
        GLAccount: 'account',
        Reservation: 'reservation',
        GoodsRecipientName: { of: 'recipient', cut: true },
        MaterialDocumentItemText: { of: 'texts', cut: true },
      },
    }, {
      to: 'to_MaterialDocumentItem',
      without0: 'blockedQuantities',
      properties: {
        Material: 'materials',
        Plant: 'plants',
        StorageLocation: 'storageLocations',
        Batch: 'batches',
        GoodsMovementType: 'movements',
        QuantityInEntryUnit: 'blockedQuantities',
        EntryUnit: unitOf('units'),
        CostCenter: 'costCentre',
        ManufacturingOrder: 'orders',
        WBSElement: 'project',
        GLAccount: 'account',
        GoodsRecipientName: { of: 'recipient', cut: true },
        // stock type S: blocked
        InventoryUsabilityCode: '=S',
      },
    }],
    lookup: { property: 'MaterialDocumentHeaderText', key: 'MaterialDocument', year: 'MaterialDocumentYear' },
    number: ['MaterialDocument', 'MaterialDocumentYear'],
  }],
  'sap.materialDocumentCancellation': [{
    service: 'API_MATERIAL_DOCUMENT_SRV',
    call: 'Cancel',
    parameters: ['MaterialDocument', 'MaterialDocumentYear'],
    day: 'PostingDate',
    number: ['MaterialDocument', 'MaterialDocumentYear'],
  }],
  'sap.reservation': [{
    service: 'API_RESERVATION_DOCUMENT_SRV',
    set: 'A_ReservationDocumentHeader',
    properties: { GoodsMovementType: 'movement', ReservationDate: 'reservationDate', CostCenter: 'costCentre', OrderID: 'order',
      WBSElement: 'project', GoodsRecipientName: { of: 'recipient', cut: true }, IssuingOrReceivingPlant: 'receivingPlant',
      IssuingOrReceivingStorageLoc: 'receivingStorageLocation' },
    below: [{
      to: 'to_ReservationDocumentItem',
      without0: 'quantities',
      properties: {
        Product: 'materials',
        Plant: 'plants',
        StorageLocation: 'storageLocations',
        Batch: 'batches',
        ResvnItmRequiredQtyInEntryUnit: 'quantities',
        EntryUnit: unitOf('units'),
        MatlCompRequirementDate: 'requirementDates',
        GoodsMovementIsAllowed: '=true',
        ReservationItemText: '@reference',
      },
    }],
    lookup: { set: 'A_ReservationDocumentItem', property: 'ReservationItemText', key: 'Reservation' },
    number: ['Reservation'],
  }],
  'sap.reservationDeletion': [{ service: 'API_RESERVATION_DOCUMENT_SRV', changes: 'A_ReservationDocumentItem', by: 'Reservation',
    change: { ReservationItmIsMarkedForDeltn: true } }],
  'sap.changeMaster': [{
    service: 'API_CHANGEMASTER',
    set: 'A_ChangeMaster',
    updates: { entry: 'changeNumber', key: 'ChangeNumber', properties: { ReasonForChangeText: { of: 'description', cut: true } } },
    properties: { ChangeNumberDescription: '@reference', ReasonForChangeText: { of: 'reason', cut: true },
      ChangeNumberValidFromDate: 'validFrom', ChangeNumberStatus: 'status', ChangeNumberFunction: 'changeFunction',
      AuthorizationGroup: 'authorizationGroup' },
    below: [{ to: 'to_ChangeMstrObMgReMaterial',
      properties: { Material: 'materials', ObjMgmtRecdDescription: { of: 'descriptions', cut: true } } }],
    lookup: { property: 'ChangeNumberDescription', key: 'ChangeNumber' },
    number: ['ChangeNumber'],
    // the description of the change master is our reference
    leaves: ['reference', 'description', 'kind'],
  }],
  'sap.bomItems': [{
    service: 'API_BILL_OF_MATERIAL_SRV',
    bomItems: 'MaterialBOMItem',
    bom: 'MaterialBOM',
    functions: { change: 'UpdateBOMItemWithECN', remove: 'DeleteBOMItemWithECN' },
    // items become valid with their change master; our number is its description
    leaves: ['reference', 'changeNumber', 'effectivities', 'validFroms', 'cutInOrders'],
  }],
  'sap.plannedRequirement': [{
    service: 'API_PLND_INDEP_RQMT_SRV',
    set: 'PlannedIndepRqmt',
    properties: { Product: 'material', Plant: 'plant', MRPArea: 'mrpArea', PlndIndepRqmtType: 'requirementType',
      PlndIndepRqmtVersion: '=00', RequirementPlan: '@reference', PlndIndepRqmtIsActive: '=true' },
    below: [{ to: 'to_PlndIndepRqmtItem',
      properties: { PlndIndepRqmtPeriod: 'periods', PeriodType: '=M', WorkingDayDate: 'days', PlannedQuantity: 'quantities',
        UnitOfMeasure: unitOf('unit') } }],
    lookup: { property: 'RequirementPlan', key: 'RequirementPlan' },
    number: ['RequirementPlan', 'Product', 'Plant'],
  }],
  'sap.vendor': [{
    service: 'API_BUSINESS_PARTNER',
    set: 'A_BusinessPartner',
    properties: {
      BusinessPartnerCategory: '=2',
      BusinessPartnerGrouping: 'accountGroup',
      OrganizationBPName1: { of: 'name', from: 0 },
      OrganizationBPName2: { of: 'name', from: 40 },
      SearchTerm1: { of: 'searchTerm', cut: true },
      SearchTerm2: 'dunsNo',
      BusinessPartnerIDByExtSystem: '@reference',
    },
    below: [
      { to: 'to_BusinessPartnerRole', properties: { BusinessPartnerRole: '=FLVN00' } },
      { to: 'to_BusinessPartnerRole', properties: { BusinessPartnerRole: '=FLVN01' } },
      { to: 'to_BusinessPartnerTax', properties: { BPTaxType: '=CN5', BPTaxNumber: 'creditCode' } },
      { to: 'to_BusinessPartnerAddress',
        properties: { Country: '=CN', StreetName: { of: 'street', from: 0 }, StreetSuffixName: { of: 'street', from: 60 } } },
      { to: 'to_BusinessPartnerBank', of: 'bankAccounts',
        properties: { BankIdentification: '@row', BankCountryKey: '=CN', BankNumber: 'branchNo', BankAccount: { of: 'accountNo', from: 0 },
          BankAccountReferenceText: { of: 'accountNo', from: 18 }, BankAccountHolderName: { of: 'accountName', cut: true } } },
      { to: 'to_Supplier', isOne: true, properties: {}, below: [
        { to: 'to_SupplierPurchasingOrg',
          properties: { PurchasingOrganization: 'purchaseOrg', PurchaseOrderCurrency: 'currency', PaymentTerms: 'paymentTerm',
            IncotermsClassification: 'tradeTerm' } },
        { to: 'to_SupplierCompany',
          properties: { CompanyCode: '@company', ReconciliationAccount: 'reconciliationAccount', PaymentTerms: 'paymentTerm' } },
      ] },
    ],
    lookup: { property: 'BusinessPartnerIDByExtSystem', key: 'BusinessPartner' },
    number: ['BusinessPartner'],
    // a contact is a partner of its own in SAP, and the area is part of the address that people type
    leaves: ['contacts', 'domestic', 'area'],
  }],
  'sap.asset': [{
    bapi: 'BAPI_FIXEDASSET_CREATE1',
    structures: {
      KEY: { COMPANYCODE: ['@company', 4] },
      GENERALDATA: { ASSETCLASS: ['assetClass', 8], DESCRIPT: [{ of: 'description', from: 0 }, 50],
        DESCRIPT2: [{ of: 'description', from: 50 }, 50], SERIAL_NO: ['serialNo', 18], QUANTITY: ['quantity', 16],
        BASE_UOM: [unitOf('unit'), 3] },
      INVENTORY: { NOTE: ['@reference', 15], INV_NO: ['inventoryNo', 25] },
      POSTINGINFORMATION: { CAP_DATE: ['capitalisedOn', 10] },
      TIMEDEPENDENTDATA: { COSTCENTER: ['costCentre', 10] },
      ORIGIN: { VENDOR_NO: ['supplier', 10], PURCH_NO: ['purchaseOrder', 10] },
    },
    testRun: 'TESTRUN',
    lookup: { bapi: 'BAPI_FIXEDASSET_GETLIST', parameter: 'INVENTORY', field: 'NOTE', table: 'GENERALDATA',
      number: ['ASSET', 'SUBNUMBER'] },
    number: ['ASSET', 'SUBNUMBER'],
    leaves: ['specification', 'usefulYears', 'residualRate', 'netAmount'],
  }],
}

/** Returns the name of the released service or function of an interface. */
export const nameOfInterface = (taken: SapInterface): string => ('bapi' in taken ? taken.bapi : taken.service)

/** Returns the entry of the body that a source names; undefined for constants and what the port fills in. */
export function entryOf(source: Source): string | undefined {
  const entry = typeof source === 'string' ? source : source.of
  return /^[=@]/.test(entry) ? undefined : entry
}
