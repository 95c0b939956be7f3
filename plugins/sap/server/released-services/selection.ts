/** The protocol of a service. */
export type ODataVersion = 'odata2' | 'odata4'

/** The shape of the selection: properties as `Name:S40`, with a minus where they may not be sent. */
interface SelectedService {
  readonly protocol: ODataVersion
  readonly path: string
  readonly sets: Readonly<Record<string, {
    readonly keys: string
    readonly properties: string
    readonly to?: Readonly<Record<string, string>>
    readonly isCreatable?: false
    readonly isUpdatable?: false
  }>>
  readonly functions?: Readonly<Record<string, string>>
}

/**
 * The released services of SAP: entities and properties that this product sends or reads, from the metadata that SAP publishes with each.
 * `S40` is a text of 40 characters, `D13.3` a decimal, `T` a day, `B` a boolean; a minus marks what SAP sets itself.
 */
export const selection: Readonly<Record<string, SelectedService>> = {
  API_PURCHASEREQ_PROCESS_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_PURCHASEREQ_PROCESS_SRV',
    sets: {
      A_PurchaseRequisitionHeader: {
        keys: 'PurchaseRequisition',
        properties: `PurchaseRequisition:S10 PurchaseRequisitionType:S4 PurReqnDescription:S40 SourceDetermination:B
          PurReqnDoOnlyValidation:B`,
        to: { to_PurchaseReqnItem: 'A_PurchaseRequisitionItem' },
      },
      A_PurchaseRequisitionItem: {
        keys: 'PurchaseRequisition PurchaseRequisitionItem',
        properties: `PurchaseRequisition:S10 PurchaseRequisitionItem:S5 PurchaseRequisitionItemText:S40 AccountAssignmentCategory:S1
          Material:S40 MaterialGroup:S9 RequestedQuantity:D13.3 BaseUnit:S3 PurchaseRequisitionPrice:D12.3 PurReqnPriceQuantity:D5.0
          PurReqnItemCurrency:S5 PurchasingOrganization:S4 PurchasingGroup:S3 Plant:S4 StorageLocation:S4 DeliveryDate:T
          Supplier:S10 FixedSupplier:S10 RequirementTracking:S10 PurReqnExternalReference:S35 CreationDate:T-
          PurReqnReleaseStatus:S2 IsDeleted:S1`,
        to: { to_PurchaseReqnAcctAssgmt: 'A_PurReqnAcctAssgmt' },
      },
      A_PurReqnAcctAssgmt: {
        keys: 'PurchaseRequisition PurchaseRequisitionItem PurchaseReqnAcctAssgmtNumber',
        properties: `PurchaseRequisition:S10 PurchaseRequisitionItem:S5 PurchaseReqnAcctAssgmtNumber:S2 CostCenter:S10 OrderID:S12
          WBSElement:S24 GLAccount:S10 Quantity:D13.3`,
      },
    },
  },
  API_MATERIAL_DOCUMENT_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV',
    sets: {
      A_MaterialDocumentHeader: {
        keys: 'MaterialDocumentYear MaterialDocument',
        properties: `MaterialDocumentYear:S4 MaterialDocument:S10 DocumentDate:T PostingDate:T MaterialDocumentHeaderText:S25
          ReferenceDocument:S16 GoodsMovementCode:S2 CreationDate:T`,
        to: { to_MaterialDocumentItem: 'A_MaterialDocumentItem' },
        isUpdatable: false,
      },
      A_MaterialDocumentItem: {
        keys: 'MaterialDocumentYear MaterialDocument MaterialDocumentItem',
        properties: `MaterialDocumentYear:S4 MaterialDocument:S10 MaterialDocumentItem:S4 Material:S40 Plant:S4 StorageLocation:S4
          Batch:S10
          GoodsMovementType:S3 InventoryStockType:S2 Supplier:S10 PurchaseOrder:S10 PurchaseOrderItem:S5 WBSElement:S24
          ManufacturingOrder:S12 CostCenter:S10 GLAccount:S10 GoodsMovementReasonCode:S4 EntryUnit:S3 QuantityInEntryUnit:D13.3
          IssuingOrReceivingPlant:S4 IssuingOrReceivingStorageLoc:S4 MaterialDocumentItemText:S50 GoodsRecipientName:S12
          UnloadingPointName:S25 Reservation:S10 ReservationItem:S4 GoodsMovementIsCancelled:B InventoryUsabilityCode:S1`,
        isCreatable: false,
        isUpdatable: false,
      },
    },
    functions: { Cancel: 'MaterialDocumentYear:S MaterialDocument:S PostingDate:T' },
  },
  API_CHANGEMASTER: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_CHANGEMASTER',
    sets: {
      A_ChangeMaster: {
        keys: 'ChangeNumber',
        properties: `ChangeNumber:S12 ChangeNumberStatus:S2 AuthorizationGroup:S4 ChangeNumberFunction:S1 ReasonForChangeText:S40
          ChangeNumberDescription:S40 ChangeNumberValidFromDate:T ChangeNumberCreationDate:T- ChangeNumberIsMrkdForDeletion:B`,
        to: { to_ChangeMstrObMgReMaterial: 'A_ChangeMstrObMgReMaterial' },
      },
      A_ChangeMstrObMgReMaterial: {
        keys: 'ChangeNumber Material',
        properties: `ChangeNumber:S12- Material:S40 ObjMgmtRecdDescription:S40 ObjMgmtRecdObjRevisionLevel:S2-`,
      },
    },
  },
  API_BILL_OF_MATERIAL_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_BILL_OF_MATERIAL_SRV',
    sets: {
      MaterialBOM: {
        keys: 'BillOfMaterial BillOfMaterialCategory BillOfMaterialVariant BillOfMaterialVersion EngineeringChangeDocument Material Plant',
        properties: `BillOfMaterial:S8 BillOfMaterialCategory:S1 BillOfMaterialVariant:S2 BillOfMaterialVersion:S4
          EngineeringChangeDocument:S12 Material:S40 Plant:S4 BillOfMaterialHeaderUUID:G BillOfMaterialVariantUsage:S1
          IsMarkedForDeletion:B`,
      },
      MaterialBOMItem: {
        keys: `BillOfMaterial BillOfMaterialCategory BillOfMaterialVariant BillOfMaterialVersion BillOfMaterialItemNodeNumber
          HeaderChangeDocument Material Plant`,
        properties: `BillOfMaterial:S8- BillOfMaterialCategory:S1- BillOfMaterialVariant:S2- BillOfMaterialVersion:S4-
          BillOfMaterialItemNodeNumber:S8 HeaderChangeDocument:S12- Material:S40- Plant:S4- BillOfMaterialItemUUID:G
          BillOfMaterialHeaderUUID:G EngineeringChangeDocument:S12 EngineeringChangeDocForEdit:S12 ValidityStartDate:T ValidityEndDate:T
          BillOfMaterialComponent:S40 BillOfMaterialItemCategory:S1 BillOfMaterialItemNumber:S4 BillOfMaterialItemUnit:S3
          BillOfMaterialItemQuantity:D13.3 BOMItemDescription:S40 BOMItemText2:S40`,
      },
    },
    functions: {
      UpdateBOMItemWithECN: `BillOfMaterial:S8 BillOfMaterialCategory:S1 BillOfMaterialVariant:S2 BillOfMaterialVersion:S4
        BillOfMaterialItemNodeNumber:S8 HeaderChangeDocument:S12 Material:S40 Plant:S4 EngineeringChangeDocForEdit:S12
        BillOfMaterialItemUUID:G BillOfMaterialComponent:S40 BillOfMaterialItemCategory:S1 BillOfMaterialItemNumber:S4
        BillOfMaterialItemUnit:S3 BillOfMaterialItemQuantity:D13.3 BOMItemDescription:S40 BOMItemText2:S40`,
      DeleteBOMItemWithECN: `BillOfMaterial:S8 BillOfMaterialCategory:S1 BillOfMaterialVariant:S2 BillOfMaterialVersion:S4
        BillOfMaterialItemNodeNumber:S8 HeaderChangeDocument:S12 Material:S40 Plant:S4 EngineeringChangeDocForEdit:S12`,
    },
  },
  API_BUSINESS_PARTNER: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_BUSINESS_PARTNER',
    sets: {
      A_BusinessPartner: {
        keys: 'BusinessPartner',
        properties: `BusinessPartner:S10 Supplier:S10- BusinessPartnerCategory:S1 BusinessPartnerGrouping:S4 OrganizationBPName1:S40
          OrganizationBPName2:S40 OrganizationBPName3:S40 SearchTerm1:S20 SearchTerm2:S20 BusinessPartnerIDByExtSystem:S20
          CreationDate:T-`,
        to: {
          to_BusinessPartnerRole: 'A_BusinessPartnerRole',
          to_BusinessPartnerTax: 'A_BusinessPartnerTaxNumber',
          to_BusinessPartnerAddress: 'A_BusinessPartnerAddress',
          to_BusinessPartnerBank: 'A_BusinessPartnerBank',
          to_Supplier: 'A_Supplier',
        },
      },
      A_BusinessPartnerRole: {
        keys: 'BusinessPartner BusinessPartnerRole',
        properties: `BusinessPartner:S10 BusinessPartnerRole:S6`,
      },
      A_BusinessPartnerTaxNumber: {
        keys: 'BusinessPartner BPTaxType',
        properties: `BusinessPartner:S10 BPTaxType:S4 BPTaxNumber:S20 BPTaxLongNumber:S60`,
      },
      A_BusinessPartnerAddress: {
        keys: 'BusinessPartner AddressID',
        properties: `BusinessPartner:S10 AddressID:S10 Country:S3 CityName:S40 PostalCode:S10 StreetName:S60 StreetPrefixName:S40
          StreetSuffixName:S40 Language:S2`,
      },
      A_BusinessPartnerBank: {
        keys: 'BusinessPartner BankIdentification',
        properties: `BusinessPartner:S10 BankIdentification:S4 BankCountryKey:S3 BankNumber:S15 BankAccount:S18
          BankAccountReferenceText:S20
          BankAccountHolderName:S60 IBAN:S34`,
      },
      A_Supplier: {
        keys: 'Supplier',
        properties: `Supplier:S10 SupplierAccountGroup:S4 PaymentIsBlockedForSupplier:B`,
        to: { to_SupplierCompany: 'A_SupplierCompany', to_SupplierPurchasingOrg: 'A_SupplierPurchasingOrg' },
        isCreatable: false,
      },
      A_SupplierCompany: {
        keys: 'Supplier CompanyCode',
        properties: `Supplier:S10 CompanyCode:S4 ReconciliationAccount:S10 PaymentTerms:S4`,
      },
      A_SupplierPurchasingOrg: {
        keys: 'Supplier PurchasingOrganization',
        properties: `Supplier:S10 PurchasingOrganization:S4 PurchaseOrderCurrency:S5 PaymentTerms:S4 IncotermsClassification:S3`,
      },
    },
  },
  API_COSTCENTER_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_COSTCENTER_SRV',
    sets: {
      A_CostCenter: {
        keys: 'ControllingArea CostCenter ValidityEndDate',
        properties: `ControllingArea:S4 CostCenter:S10 ValidityEndDate:T ValidityStartDate:T CompanyCode:S4
          IsBlkdForPrimaryCostsPosting:S1`,
        to: { to_Text: 'A_CostCenterText' },
        isCreatable: false,
        isUpdatable: false,
      },
      A_CostCenterText: {
        keys: 'CostCenter ControllingArea Language ValidityEndDate',
        properties: `CostCenter:S10 ControllingArea:S4 Language:S2 ValidityEndDate:T CostCenterName:S20 CostCenterDescription:S40`,
        isCreatable: false,
        isUpdatable: false,
      },
    },
  },
  API_INTERNALORDER_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_INTERNALORDER_SRV',
    sets: {
      A_InternalOrder: {
        keys: 'InternalOrder',
        properties: `InternalOrder:S12 InternalOrderDescription:S40 CompanyCode:S4 Plant:S4 OrderType:S4 IsDeleted:B`,
        isCreatable: false,
        isUpdatable: false,
      },
    },
  },
  API_MATERIAL_STOCK_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_MATERIAL_STOCK_SRV',
    sets: {
      A_MatlStkInAcctMod: {
        keys: 'Material Plant StorageLocation Batch InventorySpecialStockType InventoryStockType',
        properties: `Material:S40 Plant:S4 StorageLocation:S4 Batch:S10 InventoryStockType:S2 InventorySpecialStockType:S1
          MaterialBaseUnit:S3
          MatlWrhsStkQtyInMatlBaseUnit:D31.14`,
        isCreatable: false,
        isUpdatable: false,
      },
    },
  },
  API_PRODUCT_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_PRODUCT_SRV',
    sets: {
      A_Product: {
        keys: 'Product',
        properties: `Product:S40 ProductType:S4 BaseUnit:S3 ProductGroup:S9 IsMarkedForDeletion:B ItemCategoryGroup:S4`,
        to: { to_Description: 'A_ProductDescription', to_Plant: 'A_ProductPlant', to_ProductUnitsOfMeasure: 'A_ProductUnitsOfMeasure' },
      },
      A_ProductDescription: {
        keys: 'Product Language',
        properties: `Product:S40 Language:S2 ProductDescription:S40`,
      },
      A_ProductPlant: {
        keys: 'Product Plant',
        properties: `Product:S40 Plant:S4 PurchasingGroup:S3 BaseUnit:S3 IsMarkedForDeletion:B ProductionInvtryManagedLoc:S4`,
      },
      A_ProductUnitsOfMeasure: {
        keys: 'Product AlternativeUnit',
        properties: `Product:S40 AlternativeUnit:S3 QuantityNumerator:D5.0 QuantityDenominator:D5.0 BaseUnit:S3`,
      },
    },
  },

  API_RESERVATION_DOCUMENT_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_RESERVATION_DOCUMENT_SRV',
    sets: {
      A_ReservationDocumentHeader: {
        keys: 'Reservation',
        properties: `Reservation:S10 ReservationDate:T GoodsMovementType:S3 CostCenter:S10 OrderID:S12 WBSElement:S24 GoodsRecipientName:S12
          IssuingOrReceivingPlant:S4 IssuingOrReceivingStorageLoc:S4`,
        to: { to_ReservationDocumentItem: 'A_ReservationDocumentItem' },
      },
      A_ReservationDocumentItem: {
        keys: 'Reservation ReservationItem RecordType',
        properties: `Reservation:S10 ReservationItem:S4 RecordType:S1 Product:S40 MatlCompRequirementDate:T Plant:S4 StorageLocation:S4
          Batch:S10 EntryUnit:S3 ResvnItmRequiredQtyInEntryUnit:D13.3 GoodsMovementIsAllowed:B ReservationItemText:S50
          ReservationItmIsMarkedForDeltn:B ResvnItmWithdrawnQtyInBaseUnit:D13.3-`,
      },
    },
  },
  API_PLND_INDEP_RQMT_SRV: {
    protocol: 'odata2',
    path: '/sap/opu/odata/sap/API_PLND_INDEP_RQMT_SRV',
    sets: {
      PlannedIndepRqmt: {
        keys: 'Product Plant MRPArea PlndIndepRqmtType PlndIndepRqmtVersion RequirementPlan RequirementSegment',
        properties: `Product:S40 Plant:S4 MRPArea:S10 PlndIndepRqmtType:S4 PlndIndepRqmtVersion:S2 RequirementPlan:S10
          RequirementSegment:S40 PlndIndepRqmtIsActive:B`,
        to: { to_PlndIndepRqmtItem: 'PlannedIndepRqmtItem' },
      },
      PlannedIndepRqmtItem: {
        keys: `Product Plant MRPArea PlndIndepRqmtType PlndIndepRqmtVersion RequirementPlan RequirementSegment PlndIndepRqmtPeriod
          PeriodType`,
        properties: `Product:S40 Plant:S4 MRPArea:S10 PlndIndepRqmtType:S4 PlndIndepRqmtVersion:S2 RequirementPlan:S10
          RequirementSegment:S40 PlndIndepRqmtPeriod:S8 PeriodType:S1 WorkingDayDate:T PlannedQuantity:D15.3 WithdrawalQuantity:D15.3-
          UnitOfMeasure:S3`,
      },
    },
  },
  API_PURCHASEREQUISITION_2: {
    protocol: 'odata4',
    path: '/sap/opu/odata4/sap/api_purchaserequisition_2/srvd_a2x/sap/purchaserequisition/0001',
    sets: {
      PurchaseReqn: {
        keys: 'PurchaseRequisition',
        properties: 'PurchaseRequisition:S10 PurchaseRequisitionType:S4 PurReqnDescription:S40 PurReqnDoOnlyValidation:B',
        to: { _PurchaseRequisitionItem: 'PurchaseReqnItem' },
      },
      PurchaseReqnItem: {
        keys: 'PurchaseRequisition PurchaseRequisitionItem',
        properties: `PurchaseRequisition:S10 PurchaseRequisitionItem:S5 PurchaseRequisitionItemText:S40 AccountAssignmentCategory:S1
          Material:S40 MaterialGroup:S9 RequestedQuantity:D13.3 BaseUnit:S3 PurchaseRequisitionPrice:D11.2 PurReqnItemCurrency:S5
          PurchasingOrganization:S4 PurchasingGroup:S3 Plant:S4 StorageLocation:S4 DeliveryDate:T`,
      },
    },
  },
}
